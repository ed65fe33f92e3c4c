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
    'You are a manager: you may read everything and change everything but keys, members, limits and billing.',
  'in.role.read_only': 'You may read, and change nothing.',
  'in.sessions': 'Where you are signed in',
  'in.here': 'Here',
  'in.since': 'Since {date}',
  'in.from': 'last used from {address}',
  'in.end': 'Sign out there',
  'in.endOf': 'Sign out of the session of {date}',
  'in.billing': 'Plan and billing',
  'in.out': 'Sign out',
  'out.title': 'You are signed out',
  'out.lead': 'Nobody can go on here in your name.',
  'out.again': 'Sign in again',

  'billing.title': 'Plan and billing',
  'billing.plan': 'Your plan is {plan}.',
  'billing.listings': 'Active listings: {used}, without a limit',
  'billing.listingsOf': 'Active listings: {used} of {limit}',
  'billing.waiting': 'Your payment is being confirmed. This takes a minute at most.',
  'billing.status.active': 'The subscription is paid.',
  'billing.status.trialing': 'The subscription is in its trial.',
  'billing.status.past_due': 'A payment failed and will be tried again. Look after your means of payment.',
  'billing.status.unpaid': 'Payments failed, so the plan is off. Pay the open invoice to have it back.',
  'billing.status.paused': 'The trial is over. Add a means of payment to have the plan back.',
  'billing.status.incomplete': 'The first payment did not succeed yet.',
  'billing.status.incomplete_expired': 'The first payment did not succeed.',
  'billing.status.canceled': 'The subscription is over.',
  'billing.ends': 'It was cancelled and ends on {date}.',
  'billing.off': 'Plans are assigned by whoever runs this server. Ask them for a larger one.',
  'billing.owners': 'Owners of the workspace can change the plan.',
  'billing.buy': 'Take {plan}',
  'billing.manage': 'Change or cancel',
  'billing.going': 'One moment…',
  'billing.member': 'Who is signed in',

  'trouble.offline': 'The server did not answer. Check your connection and try again.',
  'trouble.many': 'That was tried too often. Wait {seconds} seconds, then try again.',
  'trouble.other': 'Something went wrong. Try again in a moment.',
  'trouble.reference': 'For support: {id}',
} as const

export type TextKey = keyof typeof en
export type Texts = Record<TextKey, string>
