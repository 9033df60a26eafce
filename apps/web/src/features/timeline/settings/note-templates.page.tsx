import { Suspense, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { NoteTemplate } from '@steward/contracts/note'
import { plainTextOf } from '@steward/rich-text'
import { useCan } from '../../../api/can.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { CreateButton } from '../../../components/settings/create-button.tsx'
import { SettingsPage } from '../../../components/settings/settings-page.tsx'
import { SettingsRows } from '../../../components/settings/settings-rows.tsx'
import { useOpenRow } from '../../../components/settings/use-open-row.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { noteTemplatesQuery } from '../logging.calls.ts'
import { refreshNoteTemplates, deleteNoteTemplate } from './settings.calls.ts'

const LazyTemplateDrawer = lazyPart(() => import('./template.drawer.tsx'), 'TemplateDrawer')

const title = 'Note templates'

/** What notes may begin with. */
export function NoteTemplatesPage() {
  const may = useCan()('activity.administer')
  const { opened, open, close } = useOpenRow('template')
  const query = useQuery({ ...noteTemplatesQuery, enabled: may })
  const edited = query.data?.find(({ templateId }) => templateId === opened) ?? null
  const create = <CreateButton label="New template" onClick={() => open('new')} />
  return (
    <SettingsPage
      title={title}
      permission="activity.administer"
      what="the templates of notes"
      count={query.data?.length}
      actions={create}
      overlay={
        (opened === 'new' || edited) && (
          <Suspense>
            <LazyTemplateDrawer key={String(opened)} edited={edited} onClose={close} />
          </Suspense>
        )
      }
    >
      <SettingsRows
        query={query}
        what="the templates"
        empty={
          <EmptyState kind="nothing" title="No templates yet" action={create}>
            A template gives a note its title and its questions: for a kick-off, a review, a call about a
            renewal.
          </EmptyState>
        }
      >
        {(templates) => <TemplateList templates={templates} onEdit={({ templateId }) => open(templateId)} />}
      </SettingsRows>
    </SettingsPage>
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
        description="Notes that began with it stay as they are."
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
