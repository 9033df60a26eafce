import { useQuery } from '@tanstack/react-query'
import type { Webhook } from '@steward/contracts/webhook'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useRouteParam } from '../../components/route-param.ts'
import { useSearchParams } from '../../components/search-params.ts'
import { NoPermission } from '../../components/settings/no-permission.tsx'
import { paths } from '../../paths.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { emptyValues, valuesOf, type WebhookValues } from './form/form-values.ts'
import { WebhookForm } from './form/webhook-form.tsx'
import { webhookQuery } from './webhook.calls.ts'

/** A new webhook, or a copy of the one that the address names. */
export function NewWebhookPage() {
  const [search] = useSearchParams()
  const from = Number(search.from) || undefined
  return <FormPage title={from ? 'Duplicate Webhook' : 'Add Webhook'} sourceId={from} />
}

export function EditWebhookPage() {
  const webhookId = Number(useRouteParam('webhookId'))
  return <FormPage title="Edit Webhook" sourceId={webhookId} webhookId={webhookId} />
}

type FormPageProps = { title: string; sourceId: number | undefined; webhookId?: number }

/** What the form starts with; undefined until the webhook is there. */
function startOf(
  { sourceId, webhookId }: FormPageProps,
  source: Webhook | undefined,
): WebhookValues | undefined {
  if (sourceId === undefined) return emptyValues
  return source && valuesOf(source, webhookId === undefined)
}

function FormPage(props: FormPageProps) {
  const { title, sourceId, webhookId } = props
  const may = useCan()('webhook.administer')
  const query = useQuery({
    ...webhookQuery(sourceId ?? 0),
    enabled: may && sourceId !== undefined,
    refetchInterval: false,
  })
  const start = startOf(props, query.data)
  return (
    <PageFrame title={title}>
      <PageHeader title={title} breadcrumb={[{ label: 'Webhooks', to: paths.webhooks }]} />
      <PageContent>
        {!may && <NoPermission what="webhooks" />}
        {may && start && <WebhookForm key={`${title} ${sourceId}`} start={start} webhookId={webhookId} />}
        {may && !start && query.error && (
          <ErrorPanel {...errorPanelProps(query.error)} onRetry={() => void query.refetch()} />
        )}
        {may && !start && !query.error && <Skeleton className="m-4 h-80" />}
      </PageContent>
    </PageFrame>
  )
}
