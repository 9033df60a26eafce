import { useQueryClient } from '@tanstack/react-query'
import { noteTemplateLimits, type NoteTemplate } from '@steward/contracts/note'
import { RichTextInput } from '../../../entities/value/index.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.tsx'
import { FormDrawer } from './form-drawer.tsx'
import { refreshNoteTemplates, saveNoteTemplate } from './settings.calls.ts'
import { useSettingsForm } from './settings-form.ts'

/** Makes a template, or changes one. */
export function TemplateDrawer({ edited, onClose }: { edited: NoteTemplate | null; onClose: () => void }) {
  const client = useQueryClient()
  const { name = '', title = '', body = '' } = edited ?? {}
  const form = useSettingsForm({ name, title, body }, async (values) => {
    await saveNoteTemplate(edited?.templateId ?? null, values)
    await refreshNoteTemplates(client)
    toast.done(`${values.name.trim()} saved`, { subject: 'note-template' })
  })
  const { values, set, faults } = form

  async function save() {
    const isNamed = values.name.trim() !== ''
    if (await form.submit(isNamed ? {} : { name: 'Give the template a name.' })) onClose()
  }

  return (
    <FormDrawer
      width={680}
      title={edited ? `Edit ${edited.name}` : 'New note template'}
      action="Save template"
      dirty={form.dirty}
      busy={form.busy}
      alert={form.alert}
      onSave={() => void save()}
      onClose={onClose}
    >
      <Field label="Name" required error={faults['name']} help="By which it is chosen.">
        <Input
          value={values.name}
          maxLength={noteTemplateLimits.name}
          placeholder="Kick-off meeting"
          onChange={({ target }) => set({ name: target.value })}
        />
      </Field>
      <Field label="Title of the note" error={faults['title']}>
        <Input
          value={values.title}
          maxLength={255}
          placeholder="Kick-off"
          onChange={({ target }) => set({ title: target.value })}
        />
      </Field>
      <Field label="Text" error={faults['body']}>
        <RichTextInput text={values.body} onChange={(text) => set({ body: text })} />
      </Field>
    </FormDrawer>
  )
}
