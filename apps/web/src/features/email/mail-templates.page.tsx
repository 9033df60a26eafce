import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconTrash } from '@tabler/icons-react'
import type { MailTemplate } from '@steward/contracts/email-template'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CreateButton } from '../../components/settings/create-button.tsx'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { SettingsRows } from '../../components/settings/settings-rows.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { deleteMailTemplate, mailTemplatesQuery } from './template.calls.ts'
import { TemplateDrawer } from './template-drawer.tsx'

const title = 'E-mail templates'

/** Texts that e-mails begin with. */
export function MailTemplatesPage() {
  const [edited, setEdited] = useState<MailTemplate | 'new' | null>(null)
  const query = useQuery(mailTemplatesQuery)
  const create = <CreateButton label="New template" onClick={() => setEdited('new')} />
  return (
    <SettingsPage
      title={title}
      permission="activity.administer"
      what="e-mail templates"
      count={query.data?.length}
      actions={create}
      overlay={
        edited && (
          <TemplateDrawer template={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
        )
      }
    >
      <SettingsRows
        query={query}
        what="the templates"
        skeleton={<Skeleton className="m-6 h-32 w-96" />}
        empty={
          <EmptyState kind="nothing" title="No templates yet" action={create}>
            A template gives an e-mail its subject and text, with the names of the customer and of who writes
            in the places that you choose.
          </EmptyState>
        }
      >
        {(templates) => <Templates templates={templates} onEdit={setEdited} />}
      </SettingsRows>
    </SettingsPage>
  )
}

type TemplatesProps = {
  templates: readonly MailTemplate[]
  onEdit: (template: MailTemplate) => void
}

function Templates({ templates, onEdit }: TemplatesProps) {
  const [deleted, setDeleted] = useState<MailTemplate | null>(null)
  return (
    <>
      <ul aria-label={title} className="flex max-w-220 flex-col">
        {templates.map((template) => (
          <li
            key={template.templateId}
            className="relative flex items-center gap-3 border-b border-line px-4 py-2.5 hover:bg-hover md:px-6"
          >
            <div className="min-w-0 flex-1">
              <button
                type="button"
                onClick={() => onEdit(template)}
                className="block max-w-full truncate rounded-chip font-medium after:absolute after:inset-0 hover:underline"
              >
                {template.name}
              </button>
              <p className="truncate text-label text-2">{template.subject || 'No subject'}</p>
            </div>
            <IconButton
              size="sm"
              label={`Delete ${template.name}`}
              icon={<IconTrash aria-hidden />}
              className="relative"
              onClick={() => setDeleted(template)}
            />
          </li>
        ))}
      </ul>
      {deleted && <DeleteDialog template={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}

function DeleteDialog({ template, onClose }: { template: MailTemplate; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => !open && onClose()}
      title={`Delete "${template.name}"?`}
      description="What was written with it stays as it is."
      action="Delete"
      onConfirm={async () => {
        try {
          await deleteMailTemplate(client, template.templateId)
          toast.done('Template deleted', { subject: 'email-template' })
        } catch (error) {
          if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'email-template' })
          throw error
        }
      }}
    />
  )
}
