/** The screen before all others: a link is used, or asked for by mail. */
import { useState } from 'preact/hooks'
import { answerOf, chooseMode, client } from '../api/client.ts'
import { returnToAgentRequest } from '../agent-request.ts'
import { queryClient } from '../api/queries.ts'
import { signInToken } from '../sign-in-token.ts'
import { sessionKey } from '../workspace.ts'
import { chooseLocale, locale, text } from '../text/text.ts'
import { Icon } from '../ui/icon.tsx'
import { Problem } from '../ui/problem.tsx'
import { useAction } from '../ui/use-action.ts'

/** A link with this beginning makes the first owner, who says what their address is. */
const ownerLinkStart = 'ol_'

/** Opening the page does not use the link up: programs that look into mails open links too. */
function UseLink({ token }: { token: string }) {
  const isFirstOwner = token.startsWith(ownerLinkStart)
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const signIn = useAction(
    () =>
      answerOf(
        client.POST('/v1/sign-in/redeem', {
          body: {
            token,
            ...(isFirstOwner ? { email } : {}),
            ...(isFirstOwner && name !== '' ? { name } : {}),
          },
        }),
      ),
    {
      onSuccess: () => {
        chooseMode('live')
        signInToken.set(null)
        returnToAgentRequest()
        void queryClient.resetQueries({ queryKey: sessionKey })
      },
    },
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!signIn.isPending) signIn.mutate()
      }}
    >
      <h1>{text(isFirstOwner ? 'signIn.firstTitle' : 'signIn.linkTitle')}</h1>
      <p>{text(isFirstOwner ? 'signIn.firstLead' : 'signIn.linkLead')}</p>
      {isFirstOwner && (
        <>
          <label class="field">
            <span>{text('signIn.email')}</span>
            <input
              type="email"
              required
              autocomplete="email"
              value={email}
              onInput={(event) => setEmail(event.currentTarget.value)}
            />
          </label>
          <label class="field">
            <span>{text('signIn.name')}</span>
            <input autocomplete="name" value={name} onInput={(event) => setName(event.currentTarget.value)} />
          </label>
        </>
      )}
      {signIn.error !== null && <Problem error={signIn.error} />}
      <button class="main" aria-disabled={signIn.isPending}>
        {signIn.isPending ? text('busy') : text('signIn.enter')}
      </button>
      {signIn.error !== null && (
        <button
          type="button"
          class="link"
          onClick={() => {
            signInToken.set(null)
            void queryClient.resetQueries({ queryKey: sessionKey })
          }}
        >
          {text('signIn.askNew')}
        </button>
      )}
    </form>
  )
}

function AskForLink() {
  const [email, setEmail] = useState('')
  const ask = useAction(() => answerOf(client.POST('/v1/sign-in', { body: { email, locale } })))
  if (ask.isSuccess)
    return (
      <div role="status">
        <h1>{text('signIn.sentTitle')}</h1>
        <p>{text('signIn.sentLead', { email })}</p>
        <button type="button" class="link" onClick={() => ask.reset()}>
          {text('signIn.again')}
        </button>
      </div>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!ask.isPending) ask.mutate()
      }}
    >
      <h1>{text('signIn.title')}</h1>
      <p>{text('signIn.lead')}</p>
      <label class="field">
        <span>{text('signIn.email')}</span>
        <input
          type="email"
          required
          autocomplete="email"
          value={email}
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
      </label>
      {ask.error !== null && <Problem error={ask.error} />}
      <button class="main" aria-disabled={ask.isPending}>
        {ask.isPending ? text('busy') : text('signIn.send')}
      </button>
      <p class="soft small">{text('signIn.operator')}</p>
    </form>
  )
}

export function SignIn({ token }: { token: string | null }) {
  const other = locale === 'en' ? 'fr' : 'en'
  document.title = text('signIn.title')
  return (
    <main class="gate" id="main">
      <p class="brand">
        <Icon name="brand" /> Lodgewire
      </p>
      <div class="card">{token === null ? <AskForLink /> : <UseLink token={token} />}</div>
      <button type="button" class="link" lang={other} onClick={() => chooseLocale(other)}>
        {text('menu.otherLanguage')}
      </button>
    </main>
  )
}
