import { IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Webhook } from '@steward/contracts/webhook'
import { AppLink } from '../../../components/app-link.tsx'
import { useGo } from '../../../components/go.ts'
import { agoText, exactText } from '../../../components/time-text.ts'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { HiddenHeader, TableHead } from '../../../ui/table-head.tsx'
import { ActiveSwitch } from './active-switch.tsx'
import { eventsText, rateText, ResultBadge } from '../webhook-words.tsx'

const columns = 'md:grid-cols-[3rem_minmax(0,2fr)_minmax(0,1.4fr)_minmax(0,1.1fr)_7rem_2.5rem]'

type WebhookTableProps = { webhooks: readonly Webhook[]; onDelete: (webhook: Webhook) => void }

/** A table from 768 px on; below, each webhook is a card. */
export function WebhookTable({ webhooks, onDelete }: WebhookTableProps) {
  return (
    <div role="table" aria-label="Webhooks" className="min-w-0">
      <TableHead className={cx('gap-x-4', columns)}>
        <span role="columnheader">Active</span>
        <span role="columnheader">Endpoint</span>
        <span role="columnheader">Events</span>
        <span role="columnheader">Last result</span>
        <span role="columnheader">7-day success</span>
        <HiddenHeader>Actions</HiddenHeader>
      </TableHead>
      <div role="rowgroup">
        {webhooks.map((webhook) => (
          <Row key={webhook.webhookId} webhook={webhook} onDelete={onDelete} />
        ))}
      </div>
    </div>
  )
}

function Row({ webhook, onDelete }: { webhook: Webhook; onDelete: (webhook: Webhook) => void }) {
  const { webhookId, endpoint, events, lastResult, lastCallAt, successRate, disabledReason } = webhook
  return (
    <div
      role="row"
      className={cx(
        'grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5',
        columns,
      )}
    >
      <div role="cell">
        <ActiveSwitch webhook={webhook} />
      </div>
      <div role="cell" className="min-w-0">
        <AppLink to={paths.webhook(webhookId)} className="block truncate font-medium hover:underline">
          {endpoint}
        </AppLink>
        {disabledReason && <p className="text-label text-poor">Deactivated: {disabledReason}</p>}
      </div>
      <div role="cell" className="min-w-0 truncate text-2 max-md:order-4 max-md:col-span-3 max-md:text-label">
        {eventsText(events)}
      </div>
      <div role="cell" className="flex min-w-0 items-center gap-2 max-md:order-5 max-md:col-span-2">
        <ResultBadge result={lastResult} />
        {lastCallAt && (
          <time
            dateTime={lastCallAt}
            data-tooltip={exactText(lastCallAt)}
            className="truncate text-label text-2"
          >
            {agoText(lastCallAt)}
          </time>
        )}
      </div>
      <div role="cell" className="tabular text-2 max-md:order-6 max-md:text-label">
        {rateText(successRate)}
      </div>
      <div role="cell" className="flex justify-end">
        <RowMenu webhook={webhook} onDelete={onDelete} />
      </div>
    </div>
  )
}

function RowMenu({ webhook, onDelete }: { webhook: Webhook; onDelete: (webhook: Webhook) => void }) {
  const go = useGo()
  const { webhookId, endpoint } = webhook
  return (
    <Menu
      align="end"
      trigger={<IconButton size="sm" label={`Actions for ${endpoint}`} icon={<IconDots aria-hidden />} />}
    >
      <MenuItem icon={<IconPencil aria-hidden />} onSelect={() => go(paths.editWebhook(webhookId))}>
        Edit
      </MenuItem>
      <MenuItem icon={<IconCopy aria-hidden />} onSelect={() => go(paths.duplicateWebhook(webhookId))}>
        Duplicate
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger icon={<IconTrash aria-hidden />} onSelect={() => onDelete(webhook)}>
        Delete
      </MenuItem>
    </Menu>
  )
}
