import { useQuery } from '@tanstack/react-query'
import type { NoteTemplate } from '@steward/contracts/note'
import { plainTextOf } from '@steward/rich-text'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { updateNote, createNote, noteTemplatesQuery, type NoteParts, type Subject } from '../logging.calls.ts'
import { BodyField } from './body-field.tsx'
import { ComposerDrawer } from './composer-drawer.tsx'
import {
  blankNote,
  nextStepOf,
  noteFaults,
  noteFormOf,
  noteParts,
  type NoteForm,
  type NoteItem,
} from './entry-forms.rules.ts'
import { FilesField } from './files-field.tsx'
import { LinkedField } from './linked-field.tsx'
import { hasFault, MoreFields } from './more-fields.tsx'
import { NextStepField } from './next-step-field.tsx'
import { useEntry, type EntryKind } from './use-entry.ts'
import { WhenField } from './when-field.tsx'

const noteKind: EntryKind<NoteForm, NoteParts> = {
  kind: 'note',
  blank: blankNote,
  formOf: (item) => noteFormOf(item as NoteItem),
  partsOf: noteParts,
  faultsOf: noteFaults,
  create: (subject, form) => createNote(subject, noteParts(form)),
  change: updateNote,
  nextStepOf,
}

type NoteComposerProps = { subject: Subject; edited?: NoteItem; onClose: () => void }

/** Writes a note, or changes one. */
export function NoteComposer({ subject, edited, onClose }: NoteComposerProps) {
  const { composer, ways } = useEntry(noteKind, subject, edited)
  const { form, set, faults, round } = composer
  const isUntouched = form.title === '' && plainTextOf(form.body) === ''
  return (
    <ComposerDrawer
      title={edited ? 'Edit note' : 'New note'}
      action="Save note"
      composer={composer}
      ways={ways}
      onClose={onClose}
    >
      {!edited && isUntouched && (
        <TemplateField onTake={({ title, body }) => composer.replace({ ...form, title, body })} />
      )}
      <Field label="Title" error={faults['title']}>
        <Input
          value={form.title}
          maxLength={255}
          placeholder="Title of the note"
          onChange={({ target }) => set({ title: target.value })}
        />
      </Field>
      <BodyField
        label="Note"
        tall
        autoFocus
        text={form.body}
        round={round}
        error={faults['description'] ?? faults['body']}
        onChange={(body) => set({ body })}
        onPending={composer.setPendingImages}
      />
      {!edited && <NextStepField value={form} faults={faults} onChange={set} />}
      <FilesField
        files={form.files}
        error={faults['fileIds']}
        onChange={(files) => set({ files })}
        onPending={composer.setPendingFiles}
      />
      <MoreFields
        needed={
          edited !== undefined ||
          form.linked.length > 0 ||
          form.occurredAt !== null ||
          hasFault(faults, 'linkedEntities', 'occurredAt')
        }
      >
        <LinkedField
          subject={subject}
          value={form.linked}
          error={faults['linkedEntities']}
          onChange={(linked) => set({ linked })}
        />
        <WhenField
          value={form.occurredAt}
          mayBeNow={!edited}
          error={faults['occurredAt']}
          onChange={(occurredAt) => set({ occurredAt })}
        />
      </MoreFields>
    </ComposerDrawer>
  )
}

function TemplateField({ onTake }: { onTake: (template: NoteTemplate) => void }) {
  const { data: templates } = useQuery(noteTemplatesQuery)
  if (!templates || templates.length === 0) return null
  return (
    <Field label="Template">
      <Select
        value={null}
        placeholder="Start from a template"
        options={templates.map(({ templateId, name }) => ({ value: templateId, label: name }))}
        onChange={(id) => {
          const template = templates.find(({ templateId }) => templateId === id)
          if (template) onTake(template)
        }}
      />
    </Field>
  )
}
