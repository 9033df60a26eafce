import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { levels } from '@steward/contracts/level'
import type { PlanTemplate } from '@steward/contracts/success-plan/template'
import { isSessionExpired } from '../../../api/api-error.ts'
import { useCan } from '../../../api/can.ts'
import { errorPanelProps, errorText } from '../../../api/error-text.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { PageContent, PageFrame } from '../../../components/page-frame.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ApplyTemplateDrawer } from './apply.drawer.tsx'
import { archiveTemplate, planTemplatesQuery } from './template.calls.ts'

type Asked = { what: 'apply' | 'archive'; template: PlanTemplate }

/** The templates of success plans. */
export function PlanTemplatesPage() {
  const { data, error, refetch } = useQuery(planTemplatesQuery)
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <PageFrame title="Templates of success plans" route="success-plan-templates">
      <PageHeader
        title="Templates"
        breadcrumb={[{ label: 'Success plans', to: paths.successPlans }]}
        count={data?.length}
      />
      <PageContent>
        {data && <Templates templates={data} onAsk={setAsked} />}
        {!data && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="m-6 h-32" />}
      </PageContent>
      {asked?.what === 'apply' && <ApplyTemplateDrawer template={asked.template} onClose={close} />}
      {asked?.what === 'archive' && <ArchiveDialog template={asked.template} onClose={close} />}
    </PageFrame>
  )
}

interface TemplatesProps {
  templates: readonly PlanTemplate[]
  onAsk: (asked: Asked) => void
}

function Templates({ templates, onAsk }: TemplatesProps) {
  const may = useCan()
  if (templates.length === 0) {
    return (
      <EmptyState kind="nothing" title="No templates yet">
        Open a success plan that worked well, and choose Save as template.
      </EmptyState>
    )
  }
  return (
    <ul aria-label="Templates" className="divide-y divide-line">
      {templates.map((template) => {
        const { templateId, name, items, durationDays } = template
        return (
          <li key={templateId} className="flex flex-wrap items-center gap-3 px-4 py-2.5 md:px-6">
            <div className="min-w-0 flex-1 basis-60">
              <p className="truncate font-medium">{name}</p>
              <p className="truncate text-label text-2">
                {[
                  `For ${levels.find(({ id }) => id === template.level)?.plural ?? ''}`,
                  `${items.length} ${items.length === 1 ? 'item' : 'items'}`,
                  ...(durationDays === null ? [] : [`${durationDays} days`]),
                ].join(' · ')}
              </p>
            </div>
            {may('plan.edit') && (
              <Button size="sm" aria-label={`Use ${name}`} onClick={() => onAsk({ what: 'apply', template })}>
                Use
              </Button>
            )}
            {may('playbook.edit') && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Archive ${name}`}
                onClick={() => onAsk({ what: 'archive', template })}
              >
                Archive
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function ArchiveDialog({ template, onClose }: { template: PlanTemplate; onClose: () => void }) {
  const client = useQueryClient()
  async function archive() {
    try {
      await archiveTemplate(template.templateId)
      await client.invalidateQueries({ queryKey: planTemplatesQuery.queryKey })
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'plan-template' })
      throw error
    }
  }
  return (
    <ConfirmDialog
      open
      title={`Archive ${template.name}?`}
      description="No new plans can be made of it. Plans that were made of it stay."
      action="Archive"
      onConfirm={archive}
      onOpenChange={(open) => open || onClose()}
    />
  )
}
