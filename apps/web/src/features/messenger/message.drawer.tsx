import { useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconRefresh } from '@tabler/icons-react'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorPanelProps, errorText } from '../../api/error-text.ts'
import { exactText } from '../../components/time-text.ts'
import { Button } from '../../ui/button.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { MailPreview } from './mail-preview.tsx'
import { ChannelMark, MessageState } from './message-words.tsx'
import { messageBodyQuery, messagesKey, retryMessage, type MessageBody } from './messenger.calls.ts'

/** One message: where it went, the outcome, and what it says. */
export function MessageDrawer({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(messageBodyQuery(messageId))
  return (
    <Drawer
      open
      width={560}
      onOpenChange={(open) => !open && onClose()}
      title={data?.subject ?? 'Message'}
      footer={data?.state === 'failed' ? <RetryButton messageId={messageId} /> : undefined}
    >
      {data && (
        <div className="flex flex-col gap-5">
          <Facts message={data} />
          <Content message={data} />
        </div>
      )}
      {!data && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-60 w-full" />}
    </Drawer>
  )
}

function Facts({ message }: { message: MessageBody }) {
  const { channel, recipient, state, attempts, failure, createdAt, sentAt } = message
  const items = [
    { term: 'To', value: <span className="wrap-anywhere">{recipient}</span> },
    { term: 'Channel', value: <ChannelMark channel={channel} /> },
    { term: 'State', value: <MessageState state={state} /> },
    { term: 'Written', value: exactText(createdAt) },
    ...(sentAt ? [{ term: 'Sent', value: exactText(sentAt) }] : []),
    ...(attempts > 0 ? [{ term: 'Attempts', value: <span className="tabular">{attempts}</span> }] : []),
    ...(failure
      ? [{ term: 'Server response', value: <span className="wrap-anywhere text-poor">{failure}</span> }]
      : []),
  ]
  return <DefinitionList items={items} width={88} />
}

function Content({ message: { text, html } }: { message: MessageBody }) {
  const [shown, setShown] = useState<'text' | 'mail'>('text')
  if (text === null) {
    return (
      <p className="rounded-card bg-sunken px-3 py-2.5 text-body text-2">
        The content was deleted after sending, because it may contain a password or code.
      </p>
    )
  }
  return (
    <section aria-label="Content" className="flex flex-col items-start gap-3">
      {html && (
        <Segmented
          label="Show as"
          value={shown}
          onChange={setShown}
          options={[
            { value: 'text', label: 'Text' },
            { value: 'mail', label: 'Email' },
          ]}
        />
      )}
      {html && shown === 'mail' ? (
        <MailPreview html={html} />
      ) : (
        <p className="w-full rounded-card border border-line bg-sunken px-4 py-3 wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      )}
    </section>
  )
}

function RetryButton({ messageId }: { messageId: number }) {
  const client = useQueryClient()
  const retry = useMutation({
    mutationFn: () => retryMessage(messageId),
    onSuccess: () => toast.done('The message is queued again', { subject: `message-${messageId}` }),
    onError: (error) => {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: `message-${messageId}` })
    },
    onSettled: () => client.invalidateQueries({ queryKey: messagesKey }),
  })
  return (
    <Button
      variant="primary"
      icon={<IconRefresh aria-hidden />}
      busy={retry.isPending}
      onClick={() => retry.mutate()}
    >
      Send again
    </Button>
  )
}
