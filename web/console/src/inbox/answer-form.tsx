/** The answer to a guest: text, templates, files, and what became of one that could not be sent. */
import { useState } from 'preact/hooks'
import { ApiProblem } from '../api/api-problem.ts'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import { moment } from '../format/dates.ts'
import { text } from '../text/text.ts'
import { Icon } from '../ui/icon.tsx'
import { notify } from '../ui/notices.tsx'
import { Problem } from '../ui/problem.tsx'
import { useAction } from '../ui/use-action.ts'
import { useDraftOwner } from '../ui/use-draft.ts'
import { AttachedFiles, useAttaching } from './attached-files.tsx'
import { DraftButton } from './draft-button.tsx'
import { fileTrouble, MessageRules, useMessageRules } from './message-rules.tsx'
import { placeholdersIn } from './placeholders.ts'
import { TemplatePicker } from './template-picker.tsx'
import type { ConversationDetail } from './thread.tsx'
import {
  emptyAnswer,
  keepUnsent,
  unsentAnswerIn,
  unsentAnswerNow,
  useUnsentAnswers,
  type UnsentAnswer,
} from './unsent.ts'
import { removePictures } from './upload-picture.ts'

function toFailure(error: Error): NonNullable<UnsentAnswer['failure']> {
  const problem = error instanceof ApiProblem ? error : null
  const isUnsure = problem !== null && problem.isPassing && problem.status !== 429
  return {
    message: isUnsure ? text('unsent.unsure') : error.message,
    // The API's own advice for this one speaks to programs.
    fix: problem?.code === 'message_not_sent' ? text('unsent.change') : (problem?.fix ?? null),
    isUnsure,
    at: new Date().toISOString(),
  }
}

/** The answer of a conversation, kept while somebody looks at another one. */
function useAnswer(conversation: ConversationDetail) {
  const owner = useDraftOwner()
  const { id, listingId } = conversation
  const answer = unsentAnswerIn(useUnsentAnswers(), owner, id)
  const keep = (next: UnsentAnswer) => keepUnsent(owner, id, next)
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: ['conversation', id] })
    void queryClient.invalidateQueries({ queryKey: ['conversations'] })
  }
  const send = useAction(
    ({ words, files }: UnsentAnswer) =>
      answerOf(
        client.POST('/v1/conversations/{id}/messages', {
          params: { path: { id } },
          body: {
            ...(words.trim() === '' ? {} : { message: words }),
            ...(files.length === 0
              ? {}
              : { attachments: files.map(({ url, name }) => ({ url, filename: name })) }),
          },
        }),
      ).catch((error: Error) => {
        // Somebody may have gone on writing meanwhile.
        keep({ ...unsentAnswerNow(owner, id), failure: toFailure(error) })
        throw error
      }),
    {
      onSuccess: ({ contentRewritten }) => {
        if (listingId !== null) void removePictures(listingId, answer.files)
        keep(emptyAnswer)
        notify(text(contentRewritten ? 'inbox.sentRewritten' : 'inbox.sent'))
        refresh()
      },
    },
  )
  return { answer, keep, send }
}

function FailureNotice({ failure, onRetry }: { failure: UnsentAnswer['failure']; onRetry: () => void }) {
  if (failure === null) return null
  return (
    <div class="notice bad" role="alert">
      <Icon name="warning" />
      <div>
        <strong>{text('unsent.title', { when: moment(failure.at) })}</strong>
        <p>{failure.message}</p>
        {failure.fix !== null && <p>{failure.fix}</p>}
        <button type="button" class="second" onClick={onRetry}>
          {text('unsent.retry')}
        </button>
      </div>
    </div>
  )
}

export function AnswerForm({ conversation }: { conversation: ConversationDetail }) {
  const { answer, keep, send } = useAnswer(conversation)
  const rules = useMessageRules(conversation.id)
  const attaching = useAttaching(conversation, answer, keep)
  const [isPicking, setPicking] = useState(false)
  const write = (words: string) => keep({ ...answer, words, failure: null })
  const left = placeholdersIn(answer.words)
  const trouble = fileTrouble(rules.data, answer)
  const isEmpty = answer.words.trim() === '' && answer.files.length === 0
  const canSend = !isEmpty && !send.isPending && !attaching.isPending && left.length === 0 && trouble === null
  const submit = () => {
    if (canSend) send.mutate(answer)
  }
  return (
    <form
      class={attaching.isOver ? 'answer over' : 'answer'}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      {...attaching.dropHandlers}
    >
      <label class="field">
        <span>{text('inbox.answer')}</span>
        <textarea
          rows={4}
          readOnly={send.isPending}
          value={answer.words}
          onInput={(event) => write(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
        />
      </label>
      <AttachedFiles {...{ answer, keep, attaching, conversation }} />
      {attaching.error !== null && <Problem error={attaching.error} />}
      {left.length > 0 && (
        <p class="notice warn" role="status">
          {text('inbox.fillIn', { names: left.map((name) => `[${name}]`).join(', ') })}
        </p>
      )}
      {trouble !== null && (
        <p class="notice warn" role="status">
          {trouble}
        </p>
      )}
      {!send.isPending && <FailureNotice failure={answer.failure} onRetry={submit} />}
      <div class="actions">
        <button class="main" aria-disabled={!canSend}>
          {send.isPending ? text('busy') : text('inbox.send')}
        </button>
        <button type="button" class="second" onClick={() => setPicking(true)}>
          {text('inbox.useTemplate')}
        </button>
        <DraftButton
          operation="respond-to-guest"
          input={{ conversationId: conversation.id }}
          onDraft={(draft) => write(answer.words === '' ? draft : `${answer.words}\n\n${draft}`)}
        />
      </div>
      <MessageRules query={rules} platform={conversation.platform} words={answer.words} />
      {isPicking && (
        <TemplatePicker
          conversation={conversation}
          onPick={(words) => {
            write(answer.words === '' ? words : `${answer.words}\n${words}`)
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </form>
  )
}
