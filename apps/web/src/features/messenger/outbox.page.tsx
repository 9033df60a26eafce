import { Suspense } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedList } from '../../components/settings/paged-list.tsx'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { messagesQuery } from './messenger.calls.ts'
import { MessageTable } from './message-table.tsx'
import { OutboxToolbar } from './outbox-toolbar.tsx'
import { useOutboxAddress } from './outbox-address.ts'
import { Transports } from './transports.tsx'

const MessageDrawer = lazyPart(() => import('./message.drawer.tsx'), 'MessageDrawer')

/** What Steward wrote to people, and the outcome. */
export function OutboxPage() {
  return (
    <SettingsPage title="Outbox" permission="message.read" what="the outbox" layout="parts">
      <Outbox />
    </SettingsPage>
  )
}

function Outbox() {
  const { filter, isFiltered, messageId, narrowDown, clear, open, close } = useOutboxAddress()
  const query = useInfiniteQuery(messagesQuery(filter))
  const pages = query.data?.pages
  const messages = pages?.flatMap((page) => page.data)
  return (
    <>
      <OutboxToolbar filter={filter} onChange={narrowDown} />
      {pages?.[0] && <Transports email={pages[0].email} sms={pages[0].sms} />}
      <PagedList
        query={query}
        count={messages?.length}
        what="the messages"
        more="Show earlier messages"
        empty={<Nothing filtered={isFiltered} onClear={clear} />}
      >
        <MessageTable messages={messages ?? []} onOpen={open} />
      </PagedList>
      {messageId !== undefined && (
        <Suspense>
          <MessageDrawer key={messageId} messageId={messageId} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered) {
    return (
      <EmptyState kind="nothing" title="Nothing was sent yet">
        Invitations, codes and notices to people stand here, with what became of them.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      kind="no-match"
      title="No messages match"
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      Nothing fits the search and all of the filters at once.
    </EmptyState>
  )
}
