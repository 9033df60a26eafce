import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ChangeType, TypeChange } from '@steward/contracts/type-change/type-change'
import { convertibleTypes } from '@steward/contracts/type-change/convertible-type'
import type { Field as FieldDefinition } from '@steward/contracts/field'
import type { Level } from '@steward/contracts/level'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { JobProgress } from '../../../components/job-progress.tsx'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { TypeIcon, typeLabel } from '../type-icon.tsx'
import { TypePreview } from './type-preview.tsx'
import { typeChangePreviewQuery, typeChangeQuery, useChangeType } from './type-change.calls.ts'
import { useTypeChanged } from './use-type-changed.ts'

type ChangeTypeDialogProps = {
  level: Level
  field: FieldDefinition
  onClose: () => void
  onChanged?: () => void
}

const optionsFor = (present: string) =>
  convertibleTypes
    .filter((type) => type !== present)
    .map((type) => ({ value: type as string, label: typeLabel(type), icon: <TypeIcon type={type} /> }))

/** Asks for another type of a field, shows what becomes of its values, and changes it. */
export function ChangeTypeDialog({ level, field, onClose, onChanged }: ChangeTypeDialogProps) {
  const { customColumnId: id, displayName, dataType } = field
  const [wish, setWish] = useState<ChangeType | null>(null)
  const [started, setStarted] = useState<TypeChange | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const options = optionsFor(dataType)
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    ...typeChangePreviewQuery(id, wish ?? { dataType: '' }),
    enabled: wish !== null && !started,
  })
  const preview = error || data?.dataType !== wish?.dataType ? undefined : data
  const change = useChangeType(level)
  const tell = useTypeChanged(level)
  const isPossible = preview !== undefined && (preview.records === 0 || preview.converts > 0)

  function finish(done: TypeChange) {
    tell(done, displayName)
    onClose()
    onChanged?.()
  }

  async function submit() {
    if (!wish) return
    setFailure(null)
    try {
      const done = await change.mutateAsync({ id, wish })
      if (done.state === 'completed') finish(done)
      else setStarted(done)
    } catch (caught) {
      if (!isSessionExpired(caught)) setFailure(errorText(caught))
    }
  }

  if (started) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={`Changing the type of ${displayName}`}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <Progress started={started} onDone={finish} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={520}
      title={`Change the type of ${displayName}`}
      description={`It is a ${typeLabel(dataType)} field. Check what becomes of its values first; you can undo the change.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!isPossible || isPlaceholderData || isFetching}
            busy={change.isPending}
            onClick={() => void submit()}
          >
            Change type
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="New type" required>
          <Combobox
            value={options.find(({ value }) => value === wish?.dataType) ?? null}
            options={options}
            placeholder="Find a type"
            onChange={(option) => {
              setFailure(null)
              setWish(option && { dataType: String(option.value) })
            }}
          />
        </Field>
        {wish && (
          <TypePreview
            preview={preview}
            failure={error ? errorText(error) : null}
            isOld={isPlaceholderData}
            onFormat={(format) => setWish({ ...wish, ...format })}
          />
        )}
        <FormAlert text={failure} />
      </div>
    </Dialog>
  )
}

function Progress({ started, onDone }: { started: TypeChange; onDone: (done: TypeChange) => void }) {
  const { data = started } = useQuery(typeChangeQuery(started.customColumnId))
  return <JobProgress label="Values converted" job={data} onDone={onDone} />
}
