/** The texts of the mails, in English and French. Pure. */
import type { MailLocale } from '../../../contract/members.ts'

export interface MailText {
  subject: string
  text: string
}

interface MailPlaceholders {
  workspace: string
  link: string
}

type MailPurpose = 'invitation' | 'sign_in'

const texts: Record<MailLocale, Record<MailPurpose, (filled: MailPlaceholders) => MailText>> = {
  en: {
    invitation: ({ workspace, link }) => ({
      subject: `You are invited to ${workspace}`,
      text: `Hello,

you were invited to work in ${workspace}. Open this link and confirm that this address is yours:

${link}

The link opens once, for 7 days. If you do not know what this is about, ignore this mail: nothing happens.
`,
    }),
    sign_in: ({ workspace, link }) => ({
      subject: `Sign in to ${workspace}`,
      text: `Hello,

somebody asked to sign in to ${workspace} with this address. If it was you, open this link:

${link}

The link opens once, for 15 minutes. If it was not you, ignore this mail: nobody can sign in without it.
`,
    }),
  },
  fr: {
    invitation: ({ workspace, link }) => ({
      subject: `Vous êtes invité à rejoindre ${workspace}`,
      text: `Bonjour,

vous avez été invité à travailler dans ${workspace}. Ouvrez ce lien et confirmez que cette adresse est la vôtre :

${link}

Le lien s’ouvre une seule fois, pendant 7 jours. Si vous ne savez pas de quoi il s’agit, ignorez ce message : il ne se passera rien.
`,
    }),
    sign_in: ({ workspace, link }) => ({
      subject: `Connexion à ${workspace}`,
      text: `Bonjour,

quelqu’un a demandé à se connecter à ${workspace} avec cette adresse. Si c’était vous, ouvrez ce lien :

${link}

Le lien s’ouvre une seule fois, pendant 15 minutes. Si ce n’était pas vous, ignorez ce message : personne ne peut se connecter sans lui.
`,
    }),
  },
}

/** The workspace's name as one short line, without characters that change the text direction. */
const oneLine = (name: string) =>
  [
    ...name
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replaceAll(/\p{Bidi_Control}/gu, ''),
  ]
    .slice(0, 80)
    .join('')

/** Browsers keep session cookies for `localhost` and https, but not for a loopback address. */
const namedLoopback = (publicUrl: string): string =>
  publicUrl.replace(/^http:\/\/(127\.0\.0\.1|\[::1\])(?=[:/]|$)/, 'http://localhost')

/** Where people sign in. */
export const consoleAddress = (publicUrl: string): string => `${namedLoopback(publicUrl)}/console`

/** The fragment behind `#` reaches no server and no log; only the page reads it. */
export const signInUrl = (
  publicUrl: string,
  { locale, token }: { locale: MailLocale; token: string },
): string => `${consoleAddress(publicUrl)}?locale=${locale}#token=${token}`

export const buildMailText = (
  { purpose, locale }: { purpose: MailPurpose; locale: MailLocale },
  { workspace, link }: MailPlaceholders,
): MailText => texts[locale][purpose]({ workspace: oneLine(workspace), link })
