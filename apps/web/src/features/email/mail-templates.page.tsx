import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconTrash } from '@tabler/icons-react'
import type { MailTemplate } from '@steward/contracts/email-template'
import { DeleteDialog } from '../../components/delete-dialog.tsx'
import { CreateButton } from '../../components/settings/create-button.tsx'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { SettingsRows } from '../../components/settings/settings-rows.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { deleteMailTemplate, mailTemplatesQuery } from './template.calls.ts'
import { TemplateDrawer } from './template-drawer.tsx'

const title = 'Email templates'

/** Texts that e-mails begin with. */
export function MailTemplatesPage() {
  const [edited, setEdited] = useState<MailTemplate | 'new' | null>(null)
  const query = useQuery(mailTemplatesQuery)
  const create = <CreateButton label="New template" onClick={() => setEdited('new')} />
  return (
    <SettingsPage
      title={title}
      permission="activity.administer"
      what="email templates"
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
            A template is a ready-made subject and text, with placeholders for the names of the customer and
            the sender.
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
      {deleted && <DeleteTemplateDialog template={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}

function DeleteTemplateDialog({ template, onClose }: { template: MailTemplate; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <DeleteDialog
      name={template.name}
      description="Emails written with it are not affected."
      done="Template deleted"
      subject="email-template"
      onDelete={() => deleteMailTemplate(client, template.templateId)}
      onClose={onClose}
    />
  )
}
