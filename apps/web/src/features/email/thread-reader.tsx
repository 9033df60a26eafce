import { useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  IconArrowBackUp,
  IconArrowBackUpDouble,
  IconArrowForwardUp,
  IconArrowLeft,
  IconEye,
  IconEyeOff,
  IconLink,
} from '@tabler/icons-react'
import type { MailMessage, MailThread } from '@steward/contracts/email'
import { levelOf } from '@steward/contracts/level'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorPanelProps, errorText } from '../../api/error-text.ts'
import { AppLink } from '../../components/app-link.tsx'
import { useShortcut } from '../../components/shortcuts.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { updateThreadStatus, refreshMails, retryMail, threadQuery, type AnswerMode } from './email.calls.ts'
import { LinkDialog } from './link-dialog.tsx'
import { MessageView } from './message-view.tsx'
import { privacyWords } from './privacy-words.ts'

export type OnAnswer = (message: MailMessage, mode: AnswerMode) => void

type ThreadReaderProps = {
  threadId: number
  mayWrite: boolean
  onAnswer: OnAnswer
  /** Leads back to the list, where it is not beside. */
  onBack: (() => void) | undefined
}

/** A thread with its messages, the newest open. One that is not there is an empty reader without alarm. */
export function ThreadReader({ threadId, ...rest }: ThreadReaderProps) {
  const { data, error, refetch } = useQuery(threadQuery(threadId))
  if (data) return <Thread key={threadId} thread={data} {...rest} />
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (data === null)
    return (
      <EmptyState kind="nothing" title="This thread is not here">
        It may have been unlinked from this record, or it is kept among those who take part.
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-3 p-4" aria-busy="true">
      <Skeleton className="h-6 w-64" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}

type ThreadProps = Omit<ThreadReaderProps, 'threadId'> & { thread: MailThread & { messages: MailMessage[] } }

function Thread({ thread, mayWrite, onAnswer, onBack }: ThreadProps) {
  const { messages, subject, privacy } = thread
  const [opened, setOpened] = useState<Readonly<Record<number, boolean>>>({})
  const client = useQueryClient()
  const newest = messages.at(-1)
  const retry = useMutation({
    mutationFn: retryMail,
    onSuccess: () => refreshMails(client),
    onError: (error) => !isSessionExpired(error) && toast.error(errorText(error), { subject: 'email-retry' }),
  })
  const answer = (mode: AnswerMode) => newest && mayWrite && onAnswer(newest, mode)
  useShortcut('r', () => answer('reply'), { label: 'Reply', group: 'E-mail' })

  return (
    <div className="flex flex-col gap-3 p-4">
      <header className="flex flex-col gap-2">
        <div className="flex items-start gap-2">
          {onBack && (
            <IconButton
              size="sm"
              label="Back to the list"
              icon={<IconArrowLeft aria-hidden />}
              onClick={onBack}
            />
          )}
          <h2 className="min-w-0 flex-1 text-lead font-semibold [overflow-wrap:anywhere]">
            {subject || 'No subject'}
          </h2>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-label text-2">
          <span data-tooltip={privacyWords[privacy].help}>Read by: {privacyWords[privacy].label}</span>
          <Linked thread={thread} />
        </div>
        {mayWrite && newest && <Actions thread={thread} onAnswer={answer} />}
      </header>
      {messages.map((message) => {
        const open = opened[message.messageId] ?? message === newest
        return (
          <MessageView
            key={message.messageId}
            message={message}
            open={open}
            onToggle={() => setOpened({ ...opened, [message.messageId]: !open })}
            onRetry={() => retry.mutate(message.messageId)}
            retrying={retry.isPending}
            onExpired={() =>
              void client.invalidateQueries({ queryKey: threadQuery(thread.threadId).queryKey })
            }
          />
        )
      })}
    </div>
  )
}

function Linked({ thread: { linking } }: { thread: MailThread }) {
  return Object.values(linking)
    .flat()
    .map(({ level, id, name }) => (
      <AppLink
        key={id}
        to={paths.record(levelOf(level).plural, id)}
        className="max-w-60 truncate text-accent-text hover:underline"
      >
        {name}
      </AppLink>
    ))
}

const answers = [
  { mode: 'reply', label: 'Reply', icon: IconArrowBackUp },
  { mode: 'replyAll', label: 'Reply all', icon: IconArrowBackUpDouble },
  { mode: 'forward', label: 'Forward', icon: IconArrowForwardUp },
] as const

type ActionsProps = { thread: MailThread; onAnswer: (mode: AnswerMode) => void }

function Actions({ thread, onAnswer }: ActionsProps) {
  const client = useQueryClient()
  const [linking, setLinking] = useState(false)
  const isHidden = thread.status === 10

  async function setHidden(hidden: boolean) {
    try {
      await updateThreadStatus(thread.threadId, hidden ? 10 : 0)
      await refreshMails(client)
      toast.done(hidden ? 'Thread hidden' : 'Thread shown again', {
        subject: `thread-${thread.threadId}`,
        undo: () => void setHidden(!hidden),
      })
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: `thread-${thread.threadId}` })
    }
  }

  return (
    <div data-print="off" className="flex flex-wrap gap-1.5">
      {answers.map(({ mode, label, icon: Icon }) => (
        <Button key={mode} size="sm" icon={<Icon aria-hidden />} onClick={() => onAnswer(mode)}>
          {label}
        </Button>
      ))}
      <Button size="sm" variant="ghost" icon={<IconLink aria-hidden />} onClick={() => setLinking(true)}>
        Link
      </Button>
      <Button
        size="sm"
        variant="ghost"
        icon={isHidden ? <IconEye aria-hidden /> : <IconEyeOff aria-hidden />}
        onClick={() => void setHidden(!isHidden)}
      >
        {isHidden ? 'Show' : 'Hide'}
      </Button>
      {linking && <LinkDialog thread={thread} onClose={() => setLinking(false)} />}
    </div>
  )
}
