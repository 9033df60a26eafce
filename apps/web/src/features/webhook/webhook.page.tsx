import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconCopy, IconDots, IconKey, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import type { Webhook } from '@steward/contracts/webhook'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { useGo } from '../../components/go.ts'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useRouteParam } from '../../components/route-param.ts'
import { NoPermission } from '../../components/settings/no-permission.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DeleteDialog } from './list/delete-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { Activity } from './view/activity.tsx'
import { ReplayDialog } from './view/replay-dialog.tsx'
import { RotateDialog } from './view/rotate-dialog.tsx'
import { WebhookFacts } from './view/webhook-facts.tsx'
import { webhookQuery } from './webhook.calls.ts'

/** What a webhook is set to, and what it sent. */
export function WebhookPage() {
  const webhookId = Number(useRouteParam('webhookId'))
  const may = useCan()('webhook.administer')
  const { data, error, refetch } = useQuery({ ...webhookQuery(webhookId), enabled: may })
  return (
    <PageFrame title="Webhook Details">
      <PageHeader title="Webhook Details" breadcrumb={[{ label: 'Webhooks', to: paths.webhooks }]}>
        {data && <Actions webhook={data} />}
      </PageHeader>
      <PageContent>
        {!may && <NoPermission what="webhooks" />}
        {data && (
          <>
            <WebhookFacts webhook={data} />
            <Activity webhook={data} />
          </>
        )}
        {!data && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
        {may && !data && !error && <Skeleton className="m-4 h-40" />}
      </PageContent>
    </PageFrame>
  )
}

type Asked = 'delete' | 'rotate' | 'replay'

function Actions({ webhook }: { webhook: Webhook }) {
  const go = useGo()
  const { webhookId } = webhook
  const [asked, setAsked] = useState<Asked | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton size="sm" label="More actions" icon={<IconDots aria-hidden />} />}
      >
        {webhook.status === 1 && (
          <MenuItem icon={<IconRefresh aria-hidden />} onSelect={() => setAsked('replay')}>
            Replay deliveries
          </MenuItem>
        )}
        <MenuItem icon={<IconKey aria-hidden />} onSelect={() => setAsked('rotate')}>
          Rotate secret
        </MenuItem>
        <MenuItem icon={<IconCopy aria-hidden />} onSelect={() => go(paths.duplicateWebhook(webhookId))}>
          Duplicate
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger icon={<IconTrash aria-hidden />} onSelect={() => setAsked('delete')}>
          Delete
        </MenuItem>
      </Menu>
      <Button size="sm" icon={<IconPencil aria-hidden />} onClick={() => go(paths.editWebhook(webhookId))}>
        Edit
      </Button>
      {asked === 'replay' && <ReplayDialog webhookId={webhookId} onClose={close} />}
      {asked === 'rotate' && <RotateDialog webhookId={webhookId} onClose={close} onRotated={setSecret} />}
      {asked === 'delete' && (
        <DeleteDialog
          webhook={webhook}
          onClose={close}
          onDeleted={() => go(paths.webhooks, { replace: true })}
        />
      )}
      {secret && <SecretDialog secret={secret} isNew={false} onClose={() => setSecret(null)} />}
    </>
  )
}
