import type { Texts } from './text-en.ts'

export const fr: Texts = {
  otherLanguage: 'English',

  'ask.title': 'Se connecter',
  'ask.lead': 'Nous vous envoyons un lien qui vous connecte. Il n’y a pas de mot de passe.',
  'ask.email': 'Adresse e-mail',
  'ask.submit': 'Recevoir un lien',
  'ask.sending': 'Un instant…',
  'ask.wrong': 'Saisissez l’adresse entière, par exemple nom@example.com.',

  'asked.title': 'Consultez vos messages',
  'asked.lead':
    'Si {email} peut se connecter ici, un lien est en route. Il s’ouvre une seule fois, pendant {minutes} minutes. Il peut tarder un peu, ou se trouver parmi les indésirables.',
  'asked.again': 'Utiliser une autre adresse',

  'link.title': 'Connexion',
  'link.lead': 'Votre lien est prêt. Appuyez sur le bouton pour l’utiliser : il s’ouvre une seule fois.',
  'link.submit': 'Se connecter maintenant',
  'link.sending': 'Connexion en cours…',
  'invalid.title': 'Ce lien ne s’ouvre plus',
  'invalid.lead':
    'Il a déjà servi, il a expiré, ou un plus récent a été envoyé. Demandez-en un autre ou, si vous avez été invité, demandez à la personne qui vous a invité de renvoyer l’invitation.',
  'invalid.again': 'Demander un autre lien',

  'in.title': 'Vous êtes connecté',
  'in.lead': 'Avec l’adresse {email}',
  'in.role.owner': 'Vous êtes propriétaire : vous pouvez tout faire.',
  'in.role.manager':
    'Vous êtes gestionnaire : vous pouvez tout lire et tout modifier, sauf les clés, les membres, les limites et la facturation.',
  'in.role.read_only': 'Vous pouvez lire, et ne rien modifier.',
  'in.sessions': 'Où vous êtes connecté',
  'in.here': 'Ici',
  'in.since': 'Depuis le {date}',
  'in.from': 'utilisé en dernier depuis {address}',
  'in.end': 'Déconnecter',
  'in.endOf': 'Déconnecter la session du {date}',
  'in.billing': 'Formule et facturation',
  'in.out': 'Se déconnecter',
  'out.title': 'Vous êtes déconnecté',
  'out.lead': 'Personne ne peut continuer ici en votre nom.',
  'out.again': 'Se connecter à nouveau',

  'billing.title': 'Formule et facturation',
  'billing.plan': 'Votre formule est {plan}.',
  'billing.listings': 'Annonces actives : {used}, sans limite',
  'billing.listingsOf': 'Annonces actives : {used} sur {limit}',
  'billing.waiting': 'Votre paiement est en cours de confirmation. Cela prend une minute au plus.',
  'billing.status.active': 'L’abonnement est payé.',
  'billing.status.trialing': 'L’abonnement est à l’essai.',
  'billing.status.past_due': 'Un paiement a échoué et sera retenté. Vérifiez votre moyen de paiement.',
  'billing.status.unpaid':
    'Des paiements ont échoué, la formule est donc coupée. Réglez la facture ouverte pour la retrouver.',
  'billing.status.paused': 'L’essai est terminé. Ajoutez un moyen de paiement pour retrouver la formule.',
  'billing.status.incomplete': 'Le premier paiement n’a pas encore abouti.',
  'billing.status.incomplete_expired': 'Le premier paiement n’a pas abouti.',
  'billing.status.canceled': 'L’abonnement est terminé.',
  'billing.ends': 'Il a été résilié et se termine le {date}.',
  'billing.off':
    'Les formules sont attribuées par l’exploitant de ce serveur. Demandez-lui une formule plus grande.',
  'billing.owners': 'Les propriétaires de l’espace peuvent changer la formule.',
  'billing.buy': 'Prendre {plan}',
  'billing.manage': 'Modifier ou résilier',
  'billing.going': 'Un instant…',
  'billing.member': 'Qui est connecté',

  'trouble.offline': 'Le serveur n’a pas répondu. Vérifiez votre connexion et réessayez.',
  'trouble.many': 'Trop d’essais. Attendez {seconds} secondes, puis réessayez.',
  'trouble.other': 'Une erreur est survenue. Réessayez dans un instant.',
  'trouble.reference': 'Pour l’assistance : {id}',
}
