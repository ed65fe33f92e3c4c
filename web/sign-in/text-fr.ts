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
    'Vous êtes gestionnaire : vous pouvez tout lire et tout modifier, sauf les clés, les membres et les limites.',
  'in.role.read_only': 'Vous pouvez lire, et ne rien modifier.',
  'in.sessions': 'Où vous êtes connecté',
  'in.here': 'Ici',
  'in.since': 'Depuis le {date}',
  'in.from': 'utilisé en dernier depuis {address}',
  'in.end': 'Déconnecter',
  'in.endOf': 'Déconnecter la session du {date}',
  'in.out': 'Se déconnecter',
  'out.title': 'Vous êtes déconnecté',
  'out.lead': 'Personne ne peut continuer ici en votre nom.',
  'out.again': 'Se connecter à nouveau',

  'trouble.offline': 'Le serveur n’a pas répondu. Vérifiez votre connexion et réessayez.',
  'trouble.many': 'Trop d’essais. Attendez {seconds} secondes, puis réessayez.',
  'trouble.other': 'Une erreur est survenue. Réessayez dans un instant.',
  'trouble.reference': 'Pour l’assistance : {id}',
}
