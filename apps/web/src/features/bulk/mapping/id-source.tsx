import { useState, type FormEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { ColumnMapping } from '@steward/contracts/sheet'
import { useCan } from '../../../api/can.ts'
import { errorText } from '../../../api/error-text.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Detection } from '../bulk.calls.ts'
import type { Choices, Choose } from '../wizard/import-draft.ts'
import { useCreateField } from './create-field.ts'

const own = 'system:externalId'
const newSource = '+'

type IdSourcesProps = {
  level: Level
  targets: readonly LevelField[]
  detection: Detection
  choices: Choices
  onChoose: Choose
}

/** The choices with a column of ids that go to another field; where they were the key, they stay it. */
function withIdField(choices: Choices, column: number, from: string, to: string): Partial<Choices> {
  return {
    columns: choices.columns.map((one) =>
      one.column === column && one.target === from ? { ...one, target: to } : one,
    ),
    key: choices.key.map((name) => (name === from ? to : name)),
  }
}

/** Which systems the ids of the file come from: two systems may have the same id for different records. */
export function IdSources({ targets, choices, ...rest }: IdSourcesProps) {
  const ofIds = choices.columns.flatMap((mapping) => {
    const target = targets.find(({ name }) => name === mapping.target)
    return target && (target.name === own || target.idSource !== undefined) ? [{ mapping, target }] : []
  })
  return ofIds.map(({ mapping, target }) => (
    <IdSource
      key={mapping.column}
      mapping={mapping}
      target={target}
      targets={targets}
      choices={choices}
      {...rest}
    />
  ))
}

type IdSourceProps = IdSourcesProps & { mapping: ColumnMapping; target: LevelField }

function IdSource({ level, target, targets, detection, mapping, choices, onChoose }: IdSourceProps) {
  const mayCreate = useCan()('field.administer')
  const [naming, setNaming] = useState(false)
  const sources = targets.filter(({ idSource }) => idSource !== undefined)
  const column = detection.columns[mapping.column]?.name ?? ''
  const options = [
    { value: own, label: 'External IDs of this company' },
    ...sources.map(({ name, idSource }) => ({ value: name, label: `IDs of ${idSource}` })),
    ...(mayCreate ? [{ value: newSource, label: 'IDs of another system…' }] : []),
  ]
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span>“{column}” has</span>
      <Select
        size="sm"
        className="w-60"
        aria-label={`Where the IDs in ${column} come from`}
        value={target.name}
        options={options}
        onChange={(name) => {
          if (name === newSource) setNaming(true)
          else if (name !== null) onChoose(withIdField(choices, mapping.column, target.name, name))
        }}
      />
      {naming && (
        <NewSource
          level={level}
          onClose={() => setNaming(false)}
          onCreated={({ name }) => {
            const change = withIdField(choices, mapping.column, target.name, name)
            onChoose({ ...change, newFields: [...choices.newFields, name] })
          }}
        />
      )}
    </div>
  )
}

type NewSourceProps = { level: Level; onClose: () => void; onCreated: (field: LevelField) => void }

function NewSource({ level, onClose, onCreated }: NewSourceProps) {
  const [name, setName] = useState('')
  const createField = useCreateField(level)
  const create = useMutation({
    mutationFn: (idSource: string) =>
      createField({ displayName: `${idSource} ID`, dataType: 'string', idSource }),
    onSuccess(field) {
      if (field) onCreated(field)
      onClose()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() !== '') create.mutate(name.trim())
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !create.isPending && onClose()}
      width={420}
      title="New source of IDs"
      description={`Every ${level.name} can have one ID in each system. Files of this system then find their records by it.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form="id-source"
            busy={create.isPending}
            disabled={name.trim() === ''}
          >
            Add system
          </Button>
        </>
      }
    >
      <form id="id-source" onSubmit={submit}>
        <Field label="Name of the system" error={create.error && errorText(create.error)}>
          <Input
            maxLength={60}
            placeholder="HubSpot"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
