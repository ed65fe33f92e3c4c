/** Sends queued mails: invitations and requested sign-in links. */
import { targetOf } from '../../../platform/audit.ts'
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import { startDueLoop } from '../../../platform/due-work/due-loop.ts'
import { startWorkPool, workOnce, type PoolWork } from '../../../platform/fairness/work-pool.ts'
import type { Services } from '../../../services.ts'
import { createMemberLink, linkSealContext } from './links.ts'
import { signInUrl, buildMailText } from './mail-texts.ts'
import {
  delayMail,
  deleteOldMailRows,
  hasSignInRequests,
  membersAt,
  nextMailDue,
  settleMail,
  takeDueMails,
  takeSignInRequests,
  type DueMail,
} from './mail-queries.ts'
import { createPostman, mailLeaseMs, type Postman } from './postman.ts'
import { lockMembers, memberRow } from './queries.ts'
import { mailWindowMs, nextMailAttemptAt } from './rules.ts'

const busyMs = 1_000
const leastMs = 250
const forgetEveryMs = 3_600_000
const atOnce = 10
/** One address gets links for at most this many workspaces. */
const mostWorkspaces = 10
const keptMs = 30 * 86_400_000

type MailerDeps = Pick<Services, 'audit' | 'db' | 'clock' | 'log' | 'vault' | 'config' | 'publicUrl'>

/** Requests and the links made of them commit together. */
async function makeSignInLinks({ db, clock, vault }: MailerDeps): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const asked = await takeSignInRequests(tx, atOnce)
    const now = clock.now()
    const wanted = []
    for (const { address, locale } of asked) {
      const members = await membersAt(tx, address, mostWorkspaces)
      wanted.push(...members.map(({ workspace_id: workspaceId, id }) => ({ workspaceId, id, locale })))
    }
    // A fixed order keeps two workers from deadlocking.
    for (const { workspaceId, id, locale } of wanted.toSorted((a, b) =>
      a.workspaceId < b.workspaceId ? -1 : 1,
    )) {
      await lockMembers(tx, { workspaceId })
      if (!(await memberRow(tx, { workspaceId }, id))) continue
      await createMemberLink(tx, vault, { workspaceId }, { memberId: id, purpose: 'sign_in', locale, now })
    }
    return asked.length
  })
}

async function sendMail(needed: MailerDeps, postman: Postman | null, mail: DueMail): Promise<void> {
  const { audit, db, clock, log, vault, publicUrl } = needed
  const { locale, email: to, id } = mail
  const over = (error: string) => settleMail(db, mail, { mail: 'failed', error, now: clock.now() })
  if (mail.expires_at <= clock.now()) return over('expired')
  if (mail.secret === null) throw new Error('a mail that waits has lost its secret')
  const scope = { workspaceId: mail.workspaceId }
  await audit.useOf(scope, targetOf('member_link', id), 'member_link.mail')
  const token = vault.decrypt(mail.secret, linkSealContext(scope, id))
  const words = buildMailText(mail, {
    workspace: mail.workspace,
    link: signInUrl(publicUrl, { locale, token }),
  })
  if (!postman) {
    log.warn(
      { to, subject: words.subject, text: words.text },
      'SMTP_URL is not set: a mail is written here instead',
    )
    return settleMail(db, mail, { mail: 'logged', error: null, now: clock.now() })
  }
  const posted = await postman.post({ ...words, id, to })
  if (posted.sent) return settleMail(db, mail, { mail: 'sent', error: null, now: clock.now() })
  const now = clock.now()
  const until = posted.final ? null : nextMailAttemptAt(mail.attempts, now, mail.expires_at)
  log.warn({ err: posted.cause, mail: id, attempts: mail.attempts, again: until }, 'a mail was not taken')
  if (until === null) return over(posted.error)
  return delayMail(db, mail, { error: posted.error, until })
}

const mailWork = (needed: MailerDeps, postman: Postman | null): PoolWork<DueMail> => ({
  places: atOnce,
  claim(places) {
    const now = needed.clock.now()
    return takeDueMails(needed.db, { now, leaseUntil: new Date(now.getTime() + mailLeaseMs) }, places)
  },
  work: (mail) => sendMail(needed, postman, mail),
})

/** Sends everything that is due. Returns whether more may be due. */
export async function sendDueMails(needed: MailerDeps, postman: Postman | null): Promise<boolean> {
  const asked = await makeSignInLinks(needed)
  const sent = await workOnce(mailWork(needed, postman))
  return asked + sent > 0
}

export function startMails(needed: MailerDeps & Pick<Services, 'pool'>): BackgroundLoop {
  const { clock, config, db, log } = needed
  const about = { log, failed: 'mails wait for now' }
  const rhythm = { ...about, kind: 'mail', busyMs, leastMs } as const
  const mails = startWorkPool(
    { ...about, everyMs: busyMs },
    mailWork(
      needed,
      createPostman(config, () => needed.publicUrl),
    ),
    (look) => startDueLoop(needed, rhythm, { look, nextDue: () => nextMailDue(db) }),
  )
  const requests = startDueLoop(
    needed,
    { ...rhythm, busyMs: leastMs },
    {
      look: async () => {
        if ((await makeSignInLinks(needed)) > 0) mails.wake()
      },
      nextDue: async () => ((await hasSignInRequests(db)) ? clock.now() : null),
    },
  )
  const cleanup = startLoop({ everyMs: forgetEveryMs, log, failed: 'old mails stay for now' }, () => {
    const now = clock.now().getTime()
    return deleteOldMailRows(db, { requests: new Date(now - mailWindowMs), others: new Date(now - keptMs) })
  })
  return {
    wake: requests.wake,
    async stop() {
      await Promise.all([requests.stop(), mails.stop(), cleanup.stop()])
    },
  }
}
