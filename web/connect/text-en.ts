/** Every word of the page. `{name}` is filled in; `.one` and `.other` are chosen by number. */
export const en = {
  app: 'your application',
  step: 'Step {n} of {total}',
  newTab: 'opens in a new tab',
  otherLanguage: 'Français',
  tryAgain: 'Try again',
  cancel: 'Cancel',

  'pick.title': 'Which system do you use?',
  'pick.lead': 'Choose the software that holds your listings and bookings.',
  'pick.access': 'You are giving access to {host}.',
  'pick.search': 'Search by name',
  'pick.found.one': '{n} system found',
  'pick.found.other': '{n} systems found',
  'pick.none': 'No system has that name. Check the spelling, or ask {host} which systems it works with.',
  'pick.empty': 'There is no system to choose. Go back to {host} and tell them what you see here.',

  'form.title': 'Connect {provider}',
  'form.lead':
    'Enter the access details of your {provider} account. They are checked with {provider} right away.',
  'form.again.title': 'Reconnect {provider}',
  'form.again.lead':
    '{provider} no longer accepts the access details we have. Enter new ones for the same account. Nothing that was imported is lost.',
  'form.docs': 'Help pages of {provider}',
  'form.optional': 'optional',
  'form.more': 'More settings (optional)',
  'form.instead': 'I have something else',
  'form.list': 'Put a comma between several.',
  'form.show': 'Show',
  'form.hide': 'Hide',
  'form.showField': 'Show: {label}',
  'form.hideField': 'Hide: {label}',
  'form.submit': 'Connect',
  'form.checking': 'Checking with {provider}…',
  'form.change': 'Choose another system',
  'form.fill': 'This is needed.',
  'form.fillOne': 'Fill in this one or another one below.',
  'form.wrong': 'This does not look right. Copy it again, completely.',
  'form.safe': 'Your details are stored encrypted and never shown again.',
  'form.return': 'Afterwards you go back to {host}.',

  'consent.lead': 'You go to {provider} and allow it there. Your password stays with {provider}.',
  'consent.again.lead':
    '{provider} has ended the access. Go to {provider} and allow it again for the same account. Nothing that was imported is lost.',
  'consent.access': 'What may be done for you?',
  'consent.go': 'Continue to {provider}',
  'consent.safe': 'You can take it back at any time, at {provider}. Afterwards you come back here.',
  'access.full_access.name': 'Everything',
  'access.full_access.help': 'Listings, prices, calendar, bookings and messages',
  'access.messaging.name': 'Bookings and messages',
  'access.messaging.help': 'Read bookings, read and write messages',
  'access.read_only.name': 'Only look',
  'access.read_only.help': 'Nothing is changed',

  'claim.lead':
    'Enter the number of your property. {provider} is asked right away whether the property works with us.',
  'claim.first':
    'For that, the property has to name us first: sign in to the extranet of {provider}, open Account, then Connectivity provider, and request the connection there.',

  'rooms.reading.title': 'Reading the rooms of {name}',
  'rooms.reading.lead': '{provider} has let us in. Reading the rooms takes a few seconds.',
  'rooms.stale': 'There is no answer right now. We keep asking.',
  'rooms.title': 'Which listing is each room?',
  'rooms.lead':
    'These are the rooms of {name}. The calendar and the prices of the listing you choose are sent to {provider} from now on.',
  'rooms.none.title': 'This property has no rooms yet',
  'rooms.none.lead': 'Create a room in the extranet of {provider}, then look again here.',
  'rooms.create': 'Make a new listing of it',
  'rooms.leave': 'Leave it out',
  'rooms.number': 'Room {id}',
  'rooms.count.one': '{n} room of this kind',
  'rooms.count.other': '{n} rooms of this kind',
  'rooms.guests.one': 'for {n} guest',
  'rooms.guests.other': 'for {n} guests',
  'rooms.unknown':
    'Nothing of it is for sale or booked in the coming month, so nobody knows how many there are.',
  'rooms.listing': 'Listing {id}',
  'rooms.submit': 'Save and finish',
  'rooms.saving': 'Saving…',
  'rooms.wrong': 'Choose another listing, or leave the room out.',

  'error.credentials.title': '{provider} does not accept these details',
  'error.credentials.body':
    'Copy every value again from {provider}, completely. If that does not help, create a new one there: it may have been replaced, revoked or have run out.',
  'error.refused.title': '{provider} was not allowed to share this account',
  'error.refused.body':
    'Nothing was connected. To connect it after all, continue to {provider} and allow it there.',
  'error.answer.title': '{provider} did not complete the connection',
  'error.answer.body':
    'Nothing was connected. Continue to {provider} once more; if it happens again, tell {host}.',
  'error.sandbox.title': 'These are not details of the sandbox',
  'error.sandbox.body':
    'Only made-up accounts are connected here. Enter the word “sandbox”; nothing was sent to {provider}.',
  'error.field.title': 'Something is missing or not right',
  'error.field.body': 'Check the marked field.',
  'error.vendor.title': '{provider} cannot be reached right now',
  'error.vendor.body':
    'This does not mean that your details are wrong. Wait a minute and try again; what you entered stays here.',
  'error.unavailable.title': '{provider} cannot be connected here',
  'error.unavailable.body':
    'It takes no new connections at the moment. Choose another system, or ask {host}.',
  'error.account.title': 'These details belong to another {provider} account',
  'error.account.body':
    'Enter the details of the account that was connected before. To connect a further account, start again from {host}.',
  'error.elsewhere.title': 'This {provider} account is already connected elsewhere',
  'error.elsewhere.body': 'Disconnect it there first, or ask {host} for help.',
  'error.designation.title': '{provider} does not let us in yet',
  'error.designation.body':
    'In the extranet of {provider}, open Account, then Connectivity provider, and request the connection for this property with reservations, rates and availability. When it is shown there as active, come back and press Connect again. If it is active already, compare the number with the one beside the name of the property.',
  'error.mapping.title': 'A room does not fit the listing you chose',
  'error.mapping.body':
    'Nothing was changed. The prices of the two may be in different currencies, the listing may be switched off, or nobody knows how many units it has.',
  'error.busy.title': 'That was too often',
  'error.busy.body.one': 'Wait {n} second and try again.',
  'error.busy.body.other': 'Wait {n} seconds and try again.',
  'error.offline.title': 'No connection to the internet',
  'error.offline.body': 'Check your connection and try again; what you entered stays here.',
  'error.server.title': 'Something went wrong on our side',
  'error.server.body': 'Your details were not kept. Try again in a minute. If it happens again, tell {host}.',
  'error.reference': 'Reference for support: {id}',

  'import.title': '{provider} is connected',
  'import.lead': 'Your data is being copied now. You need not wait: it goes on when you leave this page.',
  'import.account': 'Account: {name}',
  'import.bar': 'Progress of the import',
  'import.percent': '{percent} done',
  'import.starting': 'The import begins in a moment.',
  'import.reading': 'Now reading: {what}',
  'import.soon': 'Less than a minute left',
  'import.minutes.one': 'About {n} minute left',
  'import.minutes.other': 'About {n} minutes left',
  'import.hours.one': 'About {n} hour left',
  'import.hours.other': 'About {n} hours left',
  'import.offline':
    'No connection to the internet. The import goes on; the numbers come back with the connection.',
  'import.stale': 'The numbers cannot be shown right now. The import goes on.',
  'import.of': '{seen} of {expected}',
  'import.done': 'finished',
  'import.open': 'not finished',

  'entity.listings': 'Listings',
  'entity.units': 'Rooms and units',
  'entity.calendar': 'Calendars',
  'entity.reservations': 'Reservations',
  'entity.guests': 'Guests',
  'entity.conversations': 'Conversations',
  'entity.messages': 'Messages',
  'entity.reviews': 'Reviews',

  'done.title': 'All done',
  'done.lead': 'Your {provider} data is here, and changes follow by themselves.',
  'done.partial.title': '{provider} is connected',
  'done.partial.lead':
    'Nearly everything is here. A few records could not be read; they are tried again by themselves.',
  'done.failed.title': '{provider} is connected, the import is not finished',
  'done.failed.lead':
    'The import stopped on the way. It is tried again by itself; there is nothing for you to do. If data is still missing tomorrow, tell {host}.',

  'webhook.title': 'One more step, for faster updates',
  'webhook.lead': '{provider} can tell us of changes at once, when you enter this address there.',
  'webhook.label': 'Webhook address',
  'webhook.secret': 'Keep it like a password. Without this step everything works, changes only come later.',
  'webhook.copy': 'Copy',
  'webhook.copied': 'Copied',
  'webhook.copyBy': 'Selected: copy it with the keyboard or the menu.',

  'leave.to': 'You go back to {host}.',
  'leave.continue': 'Continue to {host}',
  'leave.now': 'Continue without waiting',
  'leave.close': 'Close this window',
  'leave.closeYourself': 'You can close this window now.',

  'cancelled.title': 'Cancelled',
  'cancelled.lead': 'Nothing was connected. To connect after all, start again from {host}.',
  'errored.title': 'The account could not be connected',
  'errored.lead': 'Go back to {host} and start again. If it happens again, tell them what stands below.',
  'expired.title': 'This page is no longer valid',
  'expired.lead': 'For safety such a page works for a limited time only. Go back to {host} and start again.',
  'finished.title': 'The account is connected',
  'finished.lead': 'This link has done its work. There is nothing left to do here.',
  'missing.title': 'This link does not work',
  'missing.lead': 'It may be incomplete. Open the whole link again, or start again from {host}.',
  'load.title': 'The page could not be loaded',
  'load.lead': 'The server did not answer as it should. Check your connection and try again.',
}

export type TextKey = keyof typeof en
export type Texts = Record<TextKey, string>
