-- What a channel told itself came through no PMS.
update inquiries set relayed_by = null where relayed_by in ('airbnb', 'booking', 'vrbo', 'plumguide');
update reviews set pms = null where pms in ('airbnb', 'booking', 'vrbo', 'plumguide');
