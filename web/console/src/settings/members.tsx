import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { moment } from '../format/dates.ts'
import { useIsOwner, useMember } from '../session.tsx'
import { locale, text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Badge } from '../ui/badge.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Problem } from '../ui/problem.tsx'
import { Secret } from '../ui/secret.tsx'
import { Select } from '../ui/select.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { useAction } from '../ui/use-action.ts'

type Member = components['schemas']['Member']
type Role = Member['role']

const roles: readonly Role[] = ['owner', 'manager', 'read_only']
const refresh = () => void queryClient.invalidateQueries({ queryKey: ['members'] })

function Invite({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('manager')
  const invite = useAction(
    (body: components['schemas']['MemberCreateBody']) => answerOf(client.POST('/v1/members', { body })),
    {
      onSuccess: ({ invitationLink }) => {
        refresh()
        if (invitationLink !== null) return
        notify(text('member.mailed', { email }))
        onClose()
      },
    },
  )
  const link = invite.data?.invitationLink ?? null
  return (
    <Dialog title={text('member.invite')} kind="side" onClose={onClose}>
      {link === null ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (!invite.isPending) invite.mutate({ email, role, locale })
          }}
        >
          <label class="field">
            <span>{text('signIn.email')}</span>
            <input
              type="email"
              required
              value={email}
              onInput={(event) => setEmail(event.currentTarget.value)}
            />
          </label>
          <Select
            label={text('member.role')}
            value={role}
            onChange={(value) => setRole(roles.find((known) => known === value) ?? 'manager')}
            options={roles.map((value) => ({ value, label: wordFor('role', value) }))}
          />
          <p class="soft small">{wordFor('roleHelp', role)}</p>
          {invite.error !== null && <Problem error={invite.error} />}
          <button class="main" aria-disabled={invite.isPending}>
            {invite.isPending ? text('busy') : text('member.send')}
          </button>
        </form>
      ) : (
        <>
          <p>{text('member.handOver', { email })}</p>
          <Secret label={text('member.link')} value={link} />
        </>
      )}
    </Dialog>
  )
}

function RoleOf({ member }: { member: Member }) {
  const change = useAction(
    (role: Role) =>
      answerOf(client.PATCH('/v1/members/{id}', { params: { path: { id: member.id } }, body: { role } })),
    { onSettled: refresh },
  )
  return (
    <>
      <select
        aria-label={text('member.roleOf', { email: member.email })}
        value={member.role}
        disabled={change.isPending}
        onChange={(event) => {
          const role = roles.find((known) => known === event.currentTarget.value)
          if (role) change.mutate(role)
        }}
      >
        {roles.map((value) => (
          <option key={value} value={value}>
            {wordFor('role', value)}
          </option>
        ))}
      </select>
      {change.error !== null && <Problem error={change.error} />}
    </>
  )
}

export function Members() {
  const { id: ownId } = useMember()
  const isOwner = useIsOwner()
  const [isNew, setNew] = useState(false)
  const [leaving, setLeaving] = useState<Member | null>(null)
  const columns: Column<Member>[] = [
    { title: text('member.who'), cell: ({ email, name }) => (name === null ? email : `${name} (${email})`) },
    {
      title: text('member.role'),
      cell: (member) => (isOwner ? <RoleOf member={member} /> : wordFor('role', member.role)),
    },
    {
      title: text('member.status'),
      cell: ({ status, invitation }) => (
        <Badge tone={status === 'active' ? 'good' : 'warn'}>
          {wordFor('member', status === 'active' ? status : invitation.status)}
        </Badge>
      ),
    },
    { title: text('member.lastSignIn'), cell: ({ lastSignInAt }) => moment(lastSignInAt) },
    ...(isOwner
      ? [
          {
            title: text('key.do'),
            cell: (member: Member) =>
              member.id !== ownId && (
                <button type="button" class="link" onClick={() => setLeaving(member)}>
                  {text('member.remove')}
                </button>
              ),
          },
        ]
      : []),
  ]
  return (
    <>
      {isOwner && (
        <p>
          <button type="button" class="main" onClick={() => setNew(true)}>
            {text('member.invite')}
          </button>
        </p>
      )}
      <PagedList
        queryKey={['members']}
        readPage={({ cursor, signal }) =>
          answerOf(
            client.GET('/v1/members', {
              params: { query: { limit: 50, ...(cursor === undefined ? {} : { cursor }) } },
              signal,
            }),
          )
        }
        empty={null}
      >
        {(rows) => (
          <Table caption={text('set.members')} columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </PagedList>
      {isNew && <Invite onClose={() => setNew(false)} />}
      {leaving !== null && (
        <Dialog title={text('member.removeTitle')} onClose={() => setLeaving(null)}>
          <p>{text('member.removeLead', { email: leaving.email })}</p>
          <div class="actions">
            <ActionButton
              kind="danger"
              run={() =>
                answerOf(client.DELETE('/v1/members/{id}', { params: { path: { id: leaving.id } } }))
              }
              onDone={() => {
                notify(text('member.removed'))
                refresh()
                setLeaving(null)
              }}
            >
              {text('member.remove')}
            </ActionButton>
            <button type="button" class="second" onClick={() => setLeaving(null)}>
              {text('member.keep')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
