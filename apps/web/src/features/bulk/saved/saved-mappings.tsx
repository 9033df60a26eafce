import { useState, type FormEvent } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconTrash } from '@tabler/icons-react'
import type { ImportMapping } from '@steward/contracts/import/mapping'
import type { Level } from '@steward/contracts/level'
import type { EarlierMapping, MappingChoices } from '@steward/contracts/sheet'
import { errorText } from '../../../api/error-text.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast-store.ts'
import type { Detection } from '../bulk.calls.ts'
import { countText } from '../job-words.ts'
import type { Choices } from '../wizard/import-draft.ts'
import { updateMapping, createMapping, deleteMapping, mappingsQuery } from './saved-mapping.calls.ts'
import { mappingFor, newColumns, savedFrom } from './saved-mapping.ts'

export interface SavedMappingsProps {
  level: Level
  detection: Detection
  choices: Choices
  mappings: readonly ImportMapping[]
  /** The one that the choices come from. */
  applied: ImportMapping | undefined
  /** The last import of these columns, where the choices come from it. */
  earlier: EarlierMapping | undefined
  onApply: (mapping: ImportMapping | null) => void
}

/** Mappings of earlier files: one is chosen, or these choices are saved for the next file. */
export function SavedMappings(props: SavedMappingsProps) {
  const { detection, mappings, applied, earlier, onApply } = props
  const [saving, setSaving] = useState(false)
  const options = mappings.map(({ mappingId, name }) => ({ value: mappingId, label: name }))
  const isKnown = applied !== undefined && mappingFor(detection, [applied]) !== undefined
  return (
    <section aria-label="Saved mapping" className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {mappings.length > 0 && (
        <div className="w-64 max-w-full">
          <Combobox
            aria-label="Saved mapping"
            placeholder="Use a saved mapping"
            options={options}
            value={options.find(({ value }) => value === applied?.mappingId) ?? null}
            onChange={(option) =>
              onApply(mappings.find(({ mappingId }) => mappingId === option?.value) ?? null)
            }
          />
        </div>
      )}
      {applied?.mayEdit && <DeleteMapping level={props.level} mapping={applied} onApply={onApply} />}
      <Button size="sm" onClick={() => setSaving(true)}>
        Save mapping
      </Button>
      {isKnown && (
        <p role="status" className="text-2">
          {knownText('Mapped as saved in', applied.name, applied.choices, detection)}
        </p>
      )}
      {earlier && (
        <p role="status" className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-2">
          {knownText('Mapped as in the import of', earlier.fileName, earlier.choices, detection)}
          <Button size="sm" variant="ghost" onClick={() => onApply(null)}>
            Use suggestions
          </Button>
        </p>
      )}
      {saving && <SaveDialog {...props} onClose={() => setSaving(false)} />}
    </section>
  )
}

const shownColumns = 3

function knownText(begin: string, name: string, choices: MappingChoices, detection: Detection): string {
  const added = newColumns(detection, choices)
  if (added.length === 0) return `${begin} “${name}”.`
  const names = added.slice(0, shownColumns).join(', ')
  const more = added.length > shownColumns ? ' …' : ''
  return `${begin} “${name}”; ${countText(added.length, 'column')} ${added.length === 1 ? 'is' : 'are'} new: ${names}${more}.`
}

function useReload(level: Level): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: mappingsQuery(level).queryKey })
}

type DeleteMappingProps = { level: Level; mapping: ImportMapping; onApply: SavedMappingsProps['onApply'] }

function DeleteMapping({ level, mapping, onApply }: DeleteMappingProps) {
  const [open, setOpen] = useState(false)
  const reload = useReload(level)
  const remove = useMutation({
    mutationFn: () => deleteMapping(mapping.mappingId),
    async onSuccess() {
      await reload()
      onApply(null)
    },
    onError: (error) => toast.error(errorText(error), { subject: 'import-mapping' }),
  })
  return (
    <>
      <IconButton
        label={`Delete mapping ${mapping.name}`}
        icon={<IconTrash aria-hidden />}
        onClick={() => setOpen(true)}
      />
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Delete “${mapping.name}”?`}
        description="Files with these columns get suggestions again. Past imports stay as they are."
        action="Delete mapping"
        danger
        onConfirm={() => remove.mutateAsync()}
      />
    </>
  )
}

function SaveDialog({ level, detection, choices, mappings, applied, onApply, onClose }: SaveDialogProps) {
  const [name, setName] = useState(applied?.mayEdit ? applied.name : '')
  const reload = useReload(level)
  const isNamed = name.trim() !== ''
  const present = mappings.find((one) => one.name.toLowerCase() === name.trim().toLowerCase())
  const save = useMutation({
    mutationFn: () => {
      const saved = savedFrom(choices, detection)
      return present ? updateMapping(present.mappingId, saved) : createMapping(level, name.trim(), saved)
    },
    async onSuccess(mapping) {
      await reload()
      onApply(mapping)
      onClose()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isNamed && !save.isPending) save.mutate()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      title="Save mapping"
      description="The next file with these columns is mapped in the same way, with the same repairs."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form="save-mapping"
            variant="primary"
            busy={save.isPending}
            disabled={!isNamed}
          >
            {present ? 'Replace mapping' : 'Save mapping'}
          </Button>
        </>
      }
    >
      <form id="save-mapping" onSubmit={submit}>
        <Field label="Name" error={save.error && errorText(save.error)}>
          <Input value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}

type SaveDialogProps = SavedMappingsProps & { onClose: () => void }
