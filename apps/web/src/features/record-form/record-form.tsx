import { useCallback, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { levelOf, type Level } from '@steward/contracts/level'
import type { FieldSection } from '@steward/contracts/field-layout'
import type { RecordBody } from '@steward/contracts/record'
import type { LevelField } from '../../entities/field/index.ts'
import { recordId } from '../../entities/record/index.ts'
import { useUser } from '../../api/session.ts'
import { type ValueLookups, valueOf, ValueView } from '../../entities/value/index.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { FormField } from './form-field.tsx'
import { fixedFields, formGroups } from './form-fields.ts'
import { ConflictNote, DraftNote, FailureNote } from './form-notes.tsx'
import { newValues, type FormValues, type Presets } from './form-values.ts'
import { focusFirstProblem, useInheritedOrganization, useRecordForm } from './use-record-form.ts'
import { useSubmitRecord } from './use-submit-record.ts'

type RecordFormProps = {
  level: Level
  id: number | null
  held: RecordBody | undefined
  fields: readonly LevelField[]
  sections: readonly FieldSection[] | undefined
  lookups: ValueLookups
  start: FormValues
  presets: Presets
  onClose: () => void
  onCreated: (id: number) => void
}

function wordsOf(level: Level, opened: RecordBody | undefined): { title: string; submit: string } {
  if (!opened) return { title: `New ${level.name}`, submit: `Create ${level.name}` }
  return { title: `Edit ${opened.globalFields.name}`, submit: 'Save' }
}

/** All fields of a record at once: what is required first, then the rest in the sections of the level. */
export function RecordForm(props: RecordFormProps) {
  const { level, id, held, fields, sections, lookups, start, presets, onClose, onCreated } = props
  const mode = id === null ? 'create' : 'edit'
  const formId = useId()
  const user = useUser()
  const [another, setAnother] = useState(false)
  const [opened] = useState(held)
  const groups = useMemo(() => formGroups(level, fields, mode, sections), [level, fields, mode, sections])
  const asked = useMemo(() => groups.flatMap((group) => group.fields), [groups])
  const version = opened?.version
  const shared = { level, id, fields: asked, lookups }
  const state = useRecordForm({ ...shared, userId: user.userId, version, start, presets })
  const inherits = useInheritedOrganization(state, level)
  const { form, isDirty, isRestored, startOver } = state
  const fresh = useCallback(
    () => (id === null ? newValues(level, fields, lookups, user.userId, presets) : start),
    [id, level, fields, lookups, user.userId, presets, start],
  )

  const saving = useSubmitRecord({
    ...shared,
    state,
    onSaved({ data, isVisible }) {
      state.forgetDraft()
      if (id === null && another) {
        startOver(fresh())
        return focusFirstProblem(asked, (name) => name === 'name')
      }
      startOver(form.getValues())
      if (id === null && isVisible !== false) onCreated(recordId(level, data))
      else onClose()
    },
  })
  const busy = form.formState.isSubmitting
  const words = wordsOf(level, opened)

  const firstControl = useRef<HTMLElement>(null)
  const findFirstControl = useCallback((element: HTMLFormElement | null) => {
    firstControl.current = element?.querySelector<HTMLElement>('[data-form-field] input') ?? null
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!busy) void saving.submit()
  }

  return (
    <Drawer
      open
      dirty={isDirty}
      initialFocus={firstControl}
      onOpenChange={(open) => {
        if (open) return
        state.forgetDraft()
        onClose()
      }}
      title={words.title}
      footer={
        <>
          {mode === 'create' && (
            <div className="mr-auto">
              <Checkbox label="Create another" checked={another} onCheckedChange={setAnother} />
            </div>
          )}
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {words.submit}
          </Button>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys work from each of its controls */}
      <form
        ref={findFirstControl}
        id={formId}
        noValidate
        autoComplete="off"
        aria-label={words.title}
        onSubmit={(event) => void saving.submit(event)}
        onKeyDown={onKeyDown}
        className="flex flex-col gap-6"
      >
        {isRestored && <DraftNote onStartOver={() => startOver(fresh())} />}
        <SavingNotes saving={saving} lookups={lookups} />
        {groups.map(({ title, fields: grouped }) => (
          <section key={title ?? ''} className="flex flex-col gap-5" aria-label={title ?? 'Required'}>
            {title && <h3 className="border-b border-line pb-2 text-title font-semibold">{title}</h3>}
            {grouped.map((field) => (
              <FormField
                key={field.name}
                level={level}
                field={field}
                mode={mode}
                lookups={lookups}
                control={form.control}
                inherited={inherits && field.name === 'organization' && !field.custom}
              />
            ))}
          </section>
        ))}
        {opened && <Fixed level={level} record={opened} fields={fields} lookups={lookups} />}
      </form>
    </Drawer>
  )
}

type SavingNotesProps = { saving: ReturnType<typeof useSubmitRecord>; lookups: ValueLookups }

/** Why the form could not be sent, as far as no single field is to blame. */
function SavingNotes({ saving, lookups }: SavingNotesProps) {
  return (
    <>
      {saving.failure && <FailureNote text={saving.failure} />}
      {saving.conflict && (
        <ConflictNote
          conflict={saving.conflict}
          lookups={lookups}
          onKeepMine={() => void saving.keepMine()}
          onTakeTheirs={saving.takeTheirs}
        />
      )}
    </>
  )
}

type FixedProps = { level: Level; record: RecordBody; fields: readonly LevelField[]; lookups: ValueLookups }

/** What a pipeline keeps from its creation. */
function Fixed({ level, record, fields, lookups }: FixedProps) {
  const fixed = fixedFields(level, fields)
  if (fixed.length === 0) return null
  return (
    <section aria-label="Can't be changed after creation">
      <h3 className="mb-3 border-b border-line pb-2 text-title font-semibold">
        Can't be changed after creation
      </h3>
      <DefinitionList
        items={fixed.map((field) => ({
          term: field.displayName,
          value: <ValueView field={field} value={valueOf(record, field)} lookups={lookups} />,
        }))}
      />
      <p className="mt-2 text-label text-3">
        To change its parent, use Move… in the menu of the {levelOf(level.id).name}.
      </p>
    </section>
  )
}
