/** Every word of the page. `{name}` is filled in. */
export const en = {
  otherLanguage: 'Français',

  'ask.title': 'Sign in',
  'ask.lead': 'We mail you a link that signs you in. There is no password.',
  'ask.email': 'E-mail address',
  'ask.submit': 'Mail me a link',
  'ask.sending': 'One moment…',
  'ask.wrong': 'Enter the whole address, such as name@example.com.',

  'asked.title': 'Look at your mails',
  'asked.lead':
    'If {email} may sign in here, a link is on its way. It opens once, for {minutes} minutes. It can take a moment, and may lie with the spam.',
  'asked.again': 'Use another address',

  'link.title': 'Sign in',
  'link.lead': 'Your link is ready. Press the button to use it: it opens once.',
  'link.submit': 'Sign in now',
  'link.sending': 'Signing in…',
  'invalid.title': 'This link opens no more',
  'invalid.lead':
    'It was used already, its time is over, or a newer one was mailed. Ask for another one, or, if you were invited, ask whoever invited you to send the invitation again.',
  'invalid.again': 'Ask for another link',

  'in.title': 'You are signed in',
  'in.lead': 'With the address {email}',
  'in.role.owner': 'You are an owner: you may do everything.',
  'in.role.manager':
    'You are a manager: you may read everything and change everything but keys, members and limits.',
  'in.role.read_only': 'You may read, and change nothing.',
  'in.sessions': 'Where you are signed in',
  'in.here': 'Here',
  'in.since': 'Since {date}',
  'in.from': 'last used from {address}',
  'in.end': 'Sign out there',
  'in.endOf': 'Sign out of the session of {date}',
  'in.out': 'Sign out',
  'out.title': 'You are signed out',
  'out.lead': 'Nobody can go on here in your name.',
  'out.again': 'Sign in again',

  'trouble.offline': 'The server did not answer. Check your connection and try again.',
  'trouble.many': 'That was tried too often. Wait {seconds} seconds, then try again.',
  'trouble.other': 'Something went wrong. Try again in a moment.',
  'trouble.reference': 'For support: {id}',
} as const

export type TextKey = keyof typeof en
export type Texts = Record<TextKey, string>
