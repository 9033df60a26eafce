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
  const may = useCan()('webhook.administer')
  return (
    <PageFrame title={props.title}>
      <PageHeader title={props.title} breadcrumb={[{ label: 'Webhooks', to: paths.webhooks }]} />
      <PageContent>{may ? <LoadedForm {...props} /> : <NoPermission what="webhooks" />}</PageContent>
    </PageFrame>
  )
}

function LoadedForm(props: FormPageProps) {
  const { title, sourceId, webhookId } = props
  const { data, error, refetch } = useQuery({
    ...webhookQuery(sourceId ?? 0),
    enabled: sourceId !== undefined,
    refetchInterval: false,
  })
  const start = startOf(props, data)
  if (start) return <WebhookForm key={`${title} ${sourceId}`} start={start} webhookId={webhookId} />
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  return <Skeleton className="m-4 h-80" />
}
