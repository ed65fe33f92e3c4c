import type { Texts } from './text-en.ts'

export const fr: Texts = {
  app: 'votre application',
  step: 'Étape {n} sur {total}',
  newTab: 's’ouvre dans un nouvel onglet',
  'app.asks': '{app} demande à être connecté à votre compte {provider}',
  'app.asks.any': '{app} demande à être connecté à votre compte',
  'foot.privacy': 'Confidentialité',
  'foot.terms': 'Conditions',
  otherLanguage: 'English',
  tryAgain: 'Réessayer',
  cancel: 'Annuler',

  'pick.title': 'Quel logiciel utilisez-vous ?',
  'pick.lead': 'Choisissez le logiciel où se trouvent vos annonces et vos réservations.',
  'pick.access': 'Vous autorisez {host} à accéder à vos données.',
  'pick.search': 'Rechercher par nom',
  'pick.found.one': '{n} logiciel trouvé',
  'pick.found.other': '{n} logiciels trouvés',
  'pick.none':
    'Aucun logiciel ne porte ce nom. Vérifiez l’orthographe, ou demandez à {host} quels logiciels sont acceptés.',
  'pick.empty': 'Il n’y a aucun logiciel à choisir. Retournez sur {host} et signalez ce que vous voyez ici.',

  'form.title': 'Connecter {provider}',
  'form.lead':
    'Saisissez les informations d’accès de votre compte {provider}. Elles sont vérifiées tout de suite auprès de {provider}.',
  'form.again.title': 'Reconnecter {provider}',
  'form.again.lead':
    '{provider} n’accepte plus les informations d’accès que nous avons. Saisissez-en de nouvelles pour le même compte. Rien de ce qui a été importé n’est perdu.',
  'form.docs': 'Pages d’aide de {provider}',
  'form.optional': 'facultatif',
  'form.more': 'Autres réglages (facultatif)',
  'form.instead': 'J’ai d’autres informations d’accès',
  'form.list': 'Séparez plusieurs valeurs par des virgules.',
  'form.show': 'Afficher',
  'form.hide': 'Masquer',
  'form.showField': 'Afficher : {label}',
  'form.hideField': 'Masquer : {label}',
  'form.submit': 'Connecter',
  'form.checking': 'Vérification auprès de {provider}…',
  'form.change': 'Choisir un autre logiciel',
  'form.fill': 'Ce champ est obligatoire.',
  'form.fillOne': 'Remplissez ce champ ou un autre ci-dessous.',
  'form.wrong': 'Cette valeur ne semble pas correcte. Copiez-la de nouveau, en entier.',
  'form.safe':
    'Vos informations sont chiffrées avant d’être enregistrées et ne seront plus jamais affichées.',
  'form.return': 'Ensuite, vous retournez sur {host}.',

  'consent.lead':
    'Vous allez sur {provider} et y donnez votre autorisation. Votre mot de passe reste chez {provider}.',
  'consent.again.lead':
    '{provider} a mis fin à l’accès. Allez sur {provider} et donnez de nouveau votre autorisation pour le même compte. Rien de ce qui a été importé n’est perdu.',
  'consent.sandbox':
    'Ceci est un bac à sable : personne ne demande rien à {provider}. Si vous continuez, tout se passe comme si vous aviez donné votre autorisation.',
  'sandbox.note':
    'Bac à sable : seuls des comptes fictifs sont connectés ici, et rien n’est envoyé à {provider}.',
  'sandbox.note.any': 'Bac à sable : seuls des comptes fictifs sont connectés ici.',
  'consent.access': 'Que peut-on faire pour vous ?',
  'consent.go': 'Continuer vers {provider}',
  'consent.safe':
    'Vous pouvez retirer cette autorisation à tout moment, sur {provider}. Ensuite, vous revenez ici.',
  'access.full_access.name': 'Tout',
  'access.full_access.help': 'Tout est lu, et peut aussi être modifié',
  'access.messaging.name': 'Réservations et messages',
  'access.messaging.help':
    'Tout est lu ; seules les réponses aux réservations et aux voyageurs sont envoyées',
  'access.read_only.name': 'Consulter seulement',
  'access.read_only.help': 'Tout est lu, et rien n’est modifié',

  'uses.reads': 'Ce qui sera lu',
  'uses.writes': 'Ce qui peut y être modifié',
  'uses.nothing': 'Rien n’est modifié. L’accès sert uniquement à la lecture.',
  'reads.listings': 'Annonces',
  'reads.calendars': 'Calendriers et prix',
  'reads.reservations': 'Réservations',
  'reads.guests': 'Voyageurs et leurs coordonnées',
  'reads.messages': 'Messages échangés avec les voyageurs',
  'reads.reviews': 'Avis',
  'writes.listings': 'Textes et détails des annonces',
  'writes.calendars': 'Nuits libres et durées de séjour',
  'writes.prices': 'Prix',
  'writes.bookings': 'Nouvelles réservations',
  'writes.booking_changes': 'Modifications et annulations de réservations',
  'writes.booking_answers': 'Réponses aux demandes de réservation',
  'writes.guests': 'Informations sur les voyageurs',
  'writes.messages': 'Messages aux voyageurs',
  'writes.review_replies': 'Réponses aux avis',
  'writes.guest_reviews': 'Avis sur les voyageurs',

  'claim.lead':
    'Saisissez le numéro de votre établissement. Nous demandons tout de suite à {provider} si l’établissement travaille avec nous.',
  'claim.first':
    'Pour cela, l’établissement doit d’abord nous désigner : connectez-vous à l’extranet de {provider}, ouvrez Compte, puis Fournisseur de connectivité, et demandez-y la connexion.',

  'rooms.reading.title': 'Lecture des chambres de {name}',
  'rooms.reading.lead': '{provider} nous a donné accès. La lecture des chambres prend quelques secondes.',
  'rooms.stale': 'Pas de réponse pour le moment. Nous continuons à demander.',
  'rooms.title': 'À quelle annonce correspond chaque chambre ?',
  'rooms.lead':
    'Voici les chambres de {name}. Le calendrier et les prix de l’annonce choisie sont désormais envoyés à {provider}.',
  'rooms.none.title': 'Cet établissement n’a pas encore de chambre',
  'rooms.none.lead': 'Créez une chambre dans l’extranet de {provider}, puis vérifiez de nouveau ici.',
  'rooms.create': 'En faire une nouvelle annonce',
  'rooms.leave': 'Ne pas la reprendre',
  'rooms.number': 'Chambre {id}',
  'rooms.count.one': '{n} chambre de ce type',
  'rooms.count.other': '{n} chambres de ce type',
  'rooms.guests.one': 'pour {n} personne',
  'rooms.guests.other': 'pour {n} personnes',
  'rooms.unknown':
    'Rien n’y est en vente ni réservé dans le mois à venir : personne ne sait combien il y en a.',
  'rooms.listing': 'Annonce {id}',
  'rooms.drift': 'Si quelqu’un modifie des nuits à la main dans l’extranet de {provider}',
  'rooms.drift.mend.name': 'Rétablir notre calendrier',
  'rooms.drift.mend.help': 'Nous vérifions une fois par jour : c’est le calendrier d’ici qui compte.',
  'rooms.drift.report.name': 'Les laisser, et le signaler',
  'rooms.drift.report.help': 'Seule une nuit déjà vendue est refermée.',
  'rooms.submit': 'Enregistrer et terminer',
  'rooms.saving': 'Enregistrement…',
  'rooms.wrong': 'Choisissez une autre annonce, ou ne reprenez pas la chambre.',
  'units.reading.title': 'Lecture des annonces de {name}',
  'units.reading.lead': '{provider} nous a donné accès. La lecture des annonces prend quelques secondes.',
  'units.title': 'À quelle annonce d’ici correspond chacune ?',
  'units.lead':
    'Voici les annonces de {name} sur {provider}. Le calendrier et les prix de l’annonce choisie ici y sont désormais envoyés ; une annonce non reprise garde les siens.',
  'units.none.title': 'Ce compte n’a pas encore d’annonce',
  'units.none.lead': 'Créez une annonce sur {provider}, puis vérifiez de nouveau ici.',
  'units.leave': 'Ne pas la reprendre',
  'units.number': 'Annonce {id}',
  'units.drift': 'Si quelqu’un modifie des nuits à la main sur {provider}',
  'units.wrong': 'Choisissez une autre annonce, ou ne reprenez pas celle-ci.',

  'error.credentials.title': '{provider} n’accepte pas ces informations',
  'error.credentials.body':
    'Copiez de nouveau chaque valeur depuis {provider}, en entier. Si cela ne suffit pas, créez-en une nouvelle : l’ancienne a pu être remplacée ou révoquée, ou avoir expiré.',
  'error.refused.title': '{provider} n’a pas été autorisé à partager ce compte',
  'error.refused.body':
    'Rien n’a été connecté. Pour le connecter tout de même, continuez vers {provider} et donnez-y votre autorisation.',
  'error.answer.title': '{provider} n’a pas terminé la connexion',
  'error.answer.body':
    'Rien n’a été connecté. Continuez encore une fois vers {provider} ; si cela se reproduit, dites-le à {host}.',
  'error.sandbox.title': 'Ces informations ne sont pas celles du bac à sable',
  'error.sandbox.body':
    'Seuls des comptes fictifs sont connectés ici. Saisissez ce qu’indique l’aide du champ ; rien n’a été envoyé à {provider}.',
  'error.field.title': 'Une valeur manque ou n’est pas correcte',
  'error.field.body': 'Vérifiez le champ signalé.',
  'error.vendor.title': '{provider} ne répond pas pour le moment',
  'error.vendor.body':
    'Cela ne veut pas dire que vos informations sont fausses. Attendez une minute et réessayez ; votre saisie est conservée.',
  'error.unavailable.title': '{provider} ne peut pas être connecté ici',
  'error.unavailable.body':
    'Ce logiciel n’accepte pas de nouvelle connexion pour le moment. Choisissez-en un autre, ou demandez à {host}.',
  'error.account.title': 'Ces informations sont celles d’un autre compte {provider}',
  'error.account.body':
    'Saisissez les informations du compte connecté auparavant. Pour connecter un compte de plus, recommencez depuis {host}.',
  'error.elsewhere.title': 'Ce compte {provider} est déjà connecté ailleurs',
  'error.elsewhere.body': 'Déconnectez-le d’abord là-bas, ou demandez de l’aide à {host}.',
  'error.designation.title': '{provider} ne nous donne pas encore accès',
  'error.designation.body':
    'Dans l’extranet de {provider}, ouvrez Compte, puis Fournisseur de connectivité, et demandez la connexion pour cet établissement, avec les réservations, les tarifs et les disponibilités. Quand elle y est affichée comme active, revenez ici et appuyez de nouveau sur Connecter. Si elle est déjà active, comparez le numéro avec celui qui figure à côté du nom de l’établissement.',
  'error.mapping.title': 'Une chambre ne va pas avec l’annonce choisie',
  'error.mapping.body':
    'Rien n’a été modifié. Les prix des deux sont peut-être dans des devises différentes, l’annonce est peut-être désactivée, ou personne ne sait combien d’unités elle compte.',
  'error.busy.title': 'Trop de tentatives',
  'error.busy.body.one': 'Attendez {n} seconde et réessayez.',
  'error.busy.body.other': 'Attendez {n} secondes et réessayez.',
  'error.offline.title': 'Pas de connexion à Internet',
  'error.offline.body': 'Vérifiez votre connexion et réessayez ; votre saisie est conservée.',
  'error.server.title': 'Un problème est survenu de notre côté',
  'error.server.body':
    'Vos informations n’ont pas été enregistrées. Réessayez dans une minute. Si cela se reproduit, prévenez {host}.',
  'error.reference': 'Référence pour l’assistance : {id}',

  'import.title': '{provider} est connecté',
  'import.lead':
    'Vos données sont en cours de copie. Inutile d’attendre : la copie continue si vous quittez cette page.',
  'import.account': 'Compte : {name}',
  'import.bar': 'Avancement de l’importation',
  'import.percent': 'Terminé à {percent}',
  'import.starting': 'L’importation commence dans un instant.',
  'import.reading': 'Lecture en cours : {what}',
  'import.soon': 'Il reste moins d’une minute',
  'import.minutes.one': 'Il reste environ {n} minute',
  'import.minutes.other': 'Il reste environ {n} minutes',
  'import.hours.one': 'Il reste environ {n} heure',
  'import.hours.other': 'Il reste environ {n} heures',
  'import.offline':
    'Pas de connexion à Internet. L’importation continue ; les chiffres reviendront avec la connexion.',
  'import.stale': 'Les chiffres ne peuvent pas être affichés pour le moment. L’importation continue.',
  'import.of': '{seen} sur {expected}',
  'import.done': 'terminé',
  'import.open': 'en cours',

  'entity.listings': 'Annonces',
  'entity.units': 'Chambres et unités',
  'entity.calendar': 'Calendriers',
  'entity.reservations': 'Réservations',
  'entity.guests': 'Voyageurs',
  'entity.conversations': 'Conversations',
  'entity.messages': 'Messages',
  'entity.reviews': 'Avis',

  'done.title': 'C’est terminé',
  'done.lead': 'Vos données {provider} sont là, et les changements seront repris automatiquement.',
  'done.partial.title': '{provider} est connecté',
  'done.partial.lead':
    'Presque tout est là. Quelques données n’ont pas pu être lues ; une nouvelle tentative aura lieu automatiquement.',
  'done.failed.title': '{provider} est connecté, mais l’importation n’est pas terminée',
  'done.failed.lead':
    'L’importation s’est arrêtée en route. Une nouvelle tentative aura lieu automatiquement ; vous n’avez rien à faire. S’il manque encore des données demain, prévenez {host}.',

  'webhook.title': 'Encore une étape, pour des mises à jour plus rapides',
  'webhook.lead':
    '{provider} peut nous signaler les changements aussitôt, si vous y saisissez cette adresse.',
  'webhook.label': 'Adresse du webhook',
  'webhook.secret':
    'Gardez-la secrète, comme un mot de passe. Tout fonctionne aussi sans cette étape ; les changements arrivent simplement plus tard.',
  'webhook.copy': 'Copier',
  'webhook.copied': 'Copiée',
  'webhook.copyBy': 'Sélectionnée : copiez-la avec le clavier ou le menu.',

  'leave.to': 'Vous retournez sur {host}.',
  'leave.continue': 'Continuer vers {host}',
  'leave.now': 'Continuer sans attendre',
  'leave.close': 'Fermer cette fenêtre',
  'leave.closeYourself': 'Vous pouvez maintenant fermer cette fenêtre.',

  'cancelled.title': 'Connexion annulée',
  'cancelled.lead':
    'Rien n’a été connecté. Pour connecter votre compte malgré tout, recommencez depuis {host}.',
  'errored.title': 'Le compte n’a pas pu être connecté',
  'errored.lead':
    'Retournez sur {host} et recommencez. Si cela se reproduit, transmettez le message ci-dessous.',
  'expired.title': 'Cette page n’est plus valable',
  'expired.lead':
    'Par sécurité, cette page n’est accessible que pendant un temps limité. Retournez sur {host} et recommencez.',
  'finished.title': 'Le compte est connecté',
  'finished.lead': 'Ce lien a déjà servi. Il n’y a plus rien à faire ici.',
  'missing.title': 'Ce lien ne fonctionne pas',
  'missing.lead':
    'Il est peut-être incomplet. Ouvrez de nouveau le lien entier, ou recommencez depuis {host}.',
  'load.title': 'La page n’a pas pu être chargée',
  'load.lead': 'Le serveur n’a pas répondu comme prévu. Vérifiez votre connexion et réessayez.',
}
