import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import type { Webhook } from '@steward/contracts/webhook'
import { useGo } from '../../components/go.ts'
import { CreateButton } from '../../components/settings/create-button.tsx'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { SettingsRows } from '../../components/settings/settings-rows.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DeleteDialog } from './list/delete-dialog.tsx'
import { WebhookTable } from './list/webhook-table.tsx'
import { webhooksQuery } from './webhook.calls.ts'

// People who see the list open a webhook next: these pages load together.
export { EditWebhookPage, NewWebhookPage } from './webhook-form.page.tsx'
export { WebhookPage } from './webhook.page.tsx'

/** The endpoints that Steward sends events to. */
export function WebhooksPage() {
  const go = useGo()
  return (
    <SettingsPage
      title="Webhooks"
      permission="webhook.administer"
      what="webhooks"
      actions={<CreateButton label="Add webhook" onClick={() => go(paths.newWebhook)} />}
    >
      <Webhooks onAdd={() => go(paths.newWebhook)} />
    </SettingsPage>
  )
}

function Webhooks({ onAdd }: { onAdd: () => void }) {
  const query = useQuery(webhooksQuery)
  const [deleted, setDeleted] = useState<Webhook | null>(null)
  return (
    <>
      <SettingsRows
        query={query}
        what="the webhooks"
        empty={
          <EmptyState
            kind="not-connected"
            title="No webhooks yet"
            action={
              <Button variant="primary" icon={<IconPlus aria-hidden />} onClick={onAdd}>
                Add webhook
              </Button>
            }
          >
            A webhook notifies another system when records change: a new account, a churn, an import that has
            finished.
          </EmptyState>
        }
      >
        {(webhooks) => <WebhookTable webhooks={webhooks} onDelete={setDeleted} />}
      </SettingsRows>
      {deleted && <DeleteDialog webhook={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}
