import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { levelOf, levels, type LevelId } from '@steward/contracts/level'
import type { PlanTemplate } from '@steward/contracts/success-plan/template'
import { isSessionExpired } from '../../../api/api-error.ts'
import { useCan } from '../../../api/can.ts'
import { errorPanelProps, errorText } from '../../../api/error-text.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { AppLink } from '../../../components/app-link.tsx'
import { PageContent, PageFrame } from '../../../components/page-frame.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { useSearchParams } from '../../../components/search-params.ts'
import { Toolbar } from '../../../components/toolbar.tsx'
import { paths } from '../../../paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ApplyTemplateDrawer } from './apply.drawer.tsx'
import { archiveTemplate, planTemplatesQuery } from './template.calls.ts'

// People who see the list may open a template next, or set up plans: these pages load together.
export { PlanLookupsPage } from '../lookups.page.tsx'
export { PlanTemplateEditorPage } from './editor/template-editor.page.tsx'

const levelOptions = levels.map(({ id, plural }) => ({ value: id, label: `For ${plural}` }))

type Asked = { what: 'apply' | 'archive'; template: PlanTemplate }

/** The level that the address names; null: all. */
function useLevelFilter() {
  const [search, change] = useSearchParams()
  const level = levels.find(({ name }) => name === search['level'])?.id ?? null
  return {
    level,
    setLevel: (next: LevelId | null) =>
      change({ level: next ? levelOf(next).name : undefined }, { replace: true }),
  }
}

/** The templates of success plans. */
export function PlanTemplatesPage() {
  const { data, error, refetch } = useQuery(planTemplatesQuery)
  const may = useCan()
  return (
    <PageFrame title="Templates of success plans" route="success-plan-templates">
      <PageHeader
        title="Templates"
        breadcrumb={[{ label: 'Success plans', to: paths.successPlans }]}
        count={data?.length}
      >
        {may('playbook.edit') && (
          <AppLink
            to={paths.newSuccessPlanTemplate}
            className={buttonClass({ size: 'sm', variant: 'primary' })}
          >
            New template
          </AppLink>
        )}
      </PageHeader>
      {data && <Content templates={data} />}
      {!data && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="m-6 h-32" />}
    </PageFrame>
  )
}

function Content({ templates }: { templates: readonly PlanTemplate[] }) {
  const { level, setLevel } = useLevelFilter()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const shown = templates.filter((template) => level === null || template.level === level)
  return (
    <>
      {templates.length > 0 && (
        <Toolbar>
          <Select<LevelId>
            aria-label="Level"
            size="sm"
            className="w-40"
            value={level}
            options={levelOptions}
            placeholder="All levels"
            clearable
            onChange={setLevel}
          />
        </Toolbar>
      )}
      <PageContent>
        <Templates templates={shown} level={level} onAsk={setAsked} />
      </PageContent>
      {asked?.what === 'apply' && <ApplyTemplateDrawer template={asked.template} onClose={close} />}
      {asked?.what === 'archive' && <ArchiveDialog template={asked.template} onClose={close} />}
    </>
  )
}

interface TemplatesProps {
  templates: readonly PlanTemplate[]
  /** The level that is filtered by. */
  level: LevelId | null
  onAsk: (asked: Asked) => void
}

function Templates({ templates, level, onAsk }: TemplatesProps) {
  const may = useCan()
  if (templates.length === 0 && level !== null) {
    return (
      <EmptyState kind="no-match" title="No matching templates">
        No template is for {levelOf(level).plural}. Choose another level.
      </EmptyState>
    )
  }
  if (templates.length === 0) {
    return (
      <EmptyState kind="nothing" title="No templates yet">
        A template creates the same plan for many customers. Write one, or open a success plan that worked
        well and choose Save as template.
      </EmptyState>
    )
  }
  return (
    <ul aria-label="Templates" className="divide-y divide-line">
      {templates.map((template) => {
        const { templateId, name, items, durationDays } = template
        return (
          <li key={templateId} className="flex items-center gap-3 px-4 py-2.5 md:px-6">
            <div className="min-w-0 flex-1">
              <AppLink
                to={paths.successPlanTemplate(templateId)}
                className="block truncate rounded-chip font-medium hover:underline"
              >
                {name}
              </AppLink>
              <p className="truncate text-label text-2">
                {[
                  `For ${levelOf(template.level).plural}`,
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
