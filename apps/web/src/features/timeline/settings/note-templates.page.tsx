import { Suspense, useState, type ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import type { NoteTemplate } from '@steward/contracts/note'
import { plainTextOf } from '@steward/rich-text'
import { useCan } from '../../../api/can.ts'
import { errorPanelProps } from '../../../api/error-text.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { PageContent, PageFrame } from '../../../components/page-frame.tsx'
import { useSearchParams } from '../../../components/search-params.ts'
import { NoPermission } from '../../../components/settings/no-permission.tsx'
import { SettingsHeader } from '../../../components/settings/settings-header.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { noteTemplatesQuery } from '../logging.calls.ts'
import { RowsLoading } from './rows-loading.tsx'
import { refreshNoteTemplates, deleteNoteTemplate } from './settings.calls.ts'

const LazyTemplateDrawer = lazyPart(() => import('./template.drawer.tsx'), 'TemplateDrawer')

const title = 'Note templates'

/** What notes may begin with. */
export function NoteTemplatesPage() {
  const may = useCan()('activity.administer')
  const [search, change] = useSearchParams()
  const query = useQuery({ ...noteTemplatesQuery, enabled: may })
  const templates = query.data
  const asked = search['template']
  const edited = templates?.find(({ templateId }) => templateId === asked) ?? null
  const create = (
    <Button
      size="sm"
      variant="primary"
      icon={<IconPlus aria-hidden />}
      onClick={() => change({ template: 'new' })}
    >
      New template
    </Button>
  )
  return (
    <PageFrame title={title}>
      <SettingsHeader title={title} count={templates?.length}>
        {may && create}
      </SettingsHeader>
      <PageContent>
        {may ? (
          <Templates
            query={query}
            create={create}
            onEdit={({ templateId }) => change({ template: templateId })}
          />
        ) : (
          <NoPermission what="the templates of notes" />
        )}
      </PageContent>
      {(asked === 'new' || edited) && (
        <Suspense>
          <LazyTemplateDrawer
            key={String(asked)}
            edited={edited}
            onClose={() => change({ template: undefined })}
          />
        </Suspense>
      )}
    </PageFrame>
  )
}

type TemplatesProps = {
  query: { data: NoteTemplate[] | undefined; error: Error | null; refetch: () => unknown }
  create: ReactNode
  onEdit: (template: NoteTemplate) => void
}

function Templates({ query: { data, error, refetch }, create, onEdit }: TemplatesProps) {
  if (error && !data) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (!data) return <RowsLoading label="Loading the templates" />
  if (data.length > 0) return <TemplateList templates={data} onEdit={onEdit} />
  return (
    <EmptyState kind="nothing" title="No templates yet" action={create}>
      A template sets the title and questions of a note, such as a kick-off, review or renewal call.
    </EmptyState>
  )
}

type TemplateListProps = { templates: readonly NoteTemplate[]; onEdit: (template: NoteTemplate) => void }

function TemplateList({ templates, onEdit }: TemplateListProps) {
  const client = useQueryClient()
  const [removed, setRemoved] = useState<NoteTemplate | null>(null)
  return (
    <>
      <ul aria-label={title}>
        {templates.map((template) => {
          const { templateId, name, title: noteTitle, body } = template
          return (
            <li
              key={templateId}
              className="flex min-h-13 items-center gap-3 border-b border-line px-4 py-1.5"
            >
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{name}</p>
                <p className="truncate text-label text-3">
                  {[noteTitle, plainTextOf(body).replaceAll('\n', ' ')].filter(Boolean).join(' – ')}
                </p>
              </div>
              <IconButton
                size="sm"
                label={`Edit ${name}`}
                icon={<IconPencil aria-hidden />}
                onClick={() => onEdit(template)}
              />
              <IconButton
                size="sm"
                label={`Delete ${name}`}
                icon={<IconTrash aria-hidden />}
                onClick={() => setRemoved(template)}
              />
            </li>
          )
        })}
      </ul>
      <ConfirmDialog
        open={removed !== null}
        onOpenChange={() => setRemoved(null)}
        title={`Delete ${removed?.name ?? ''}?`}
        description="Notes created from it are not affected."
        action="Delete template"
        danger
        onConfirm={async () => {
          if (!removed) return
          await deleteNoteTemplate(removed.templateId)
          await refreshNoteTemplates(client)
          toast.done(`${removed.name} deleted`, { subject: 'note-template' })
        }}
      />
    </>
  )
}
