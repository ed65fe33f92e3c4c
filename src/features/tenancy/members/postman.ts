/** Hands a mail to the mail server and classifies its answer. */
import type { Config } from '../../../platform/config.ts'
import { onceAnswered } from '../../../platform/once.ts'
import type { MailText } from './mail-texts.ts'

interface AddressedMail extends MailText {
  /** The same for every attempt, so that a mailbox shows duplicates once. */
  id: string
  to: string
}

/** `final`: the server refused this mail for good. Other failures are retried. */
type PostResult = { sent: true } | { sent: false; final: boolean; error: string; cause: unknown }

export interface Postman {
  post(letter: AddressedMail): Promise<PostResult>
}

/** Longer than the longest attempt, so a worker that holds a mail for this long has lost it. */
export const mailLeaseMs = 5 * 60_000
const patienceMs = 20_000

type MailServerConfig = Pick<Config, 'smtpUrl' | 'mailFrom'>

/** null if no mail server is set. */
export function createPostman(
  { smtpUrl, mailFrom }: MailServerConfig,
  publicUrl: () => string,
  waitMs = patienceMs,
): Postman | null {
  if (smtpUrl === undefined) return null
  // Loaded on first use, because most servers send no mail.
  const transport = onceAnswered(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: smtpUrl,
      connectionTimeout: waitMs,
      greetingTimeout: waitMs,
      dnsTimeout: waitMs,
      socketTimeout: waitMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  })
  return {
    async post({ id, to, subject, text }) {
      const { hostname } = new URL(publicUrl())
      try {
        const mails = await transport()
        await mails.sendMail({
          from: mailFrom ?? `no-reply@${hostname}`,
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${hostname}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return { sent: true }
      } catch (error) {
        return { sent: false, cause: error, ...classifyMailError(error) }
      }
    },
  }
}

/** After these commands a 5xx concerns this mail; after others it concerns the server, which may recover. */
const aboutMail: readonly unknown[] = ['MAIL FROM', 'RCPT TO', 'DATA']

/** Returns one word, because a mail server's message can name the operator's accounts. */
function classifyMailError(error: unknown): { final: boolean; error: string } {
  const { responseCode, code, command } = error as {
    responseCode?: unknown
    code?: unknown
    command?: unknown
  }
  if (typeof responseCode !== 'number') {
    const isSetting = code === 'EAUTH' || code === 'ENOAUTH' || code === 'ECONFIG'
    return { final: false, error: isSetting ? 'misconfigured' : 'unreachable' }
  }
  if (code === 'EAUTH') return { final: false, error: `misconfigured ${responseCode}` }
  const isFinal = responseCode >= 500 && aboutMail.includes(command)
  return { final: isFinal, error: `${isFinal ? 'refused' : 'deferred'} ${responseCode}` }
}
