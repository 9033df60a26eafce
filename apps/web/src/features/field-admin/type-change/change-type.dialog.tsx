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
import { typeChangePreviewQuery, typeChangeQuery, useUpdateType } from './type-change.calls.ts'
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

/** Asks for another type of a field, and shows what happens to its values; then how far the change is. */
export function ChangeTypeDialog({ level, field, onClose, onChanged }: ChangeTypeDialogProps) {
  const [started, setStarted] = useState<TypeChange | null>(null)
  const tell = useTypeChanged(level)

  function finish(done: TypeChange) {
    tell(done, field.displayName)
    onClose()
    onChanged?.()
  }

  if (started) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={`Changing the type of ${field.displayName}`}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <Progress started={started} onDone={finish} />
      </Dialog>
    )
  }
  const onStarted = (change: TypeChange) =>
    change.state === 'completed' ? finish(change) : setStarted(change)
  return <Question level={level} field={field} onClose={onClose} onStarted={onStarted} />
}

/** The effect of a change to the type that is chosen. */
function usePreview(id: number, wish: ChangeType | null) {
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    ...typeChangePreviewQuery(id, wish ?? { dataType: '' }),
    enabled: wish !== null,
  })
  const preview = error || data?.dataType !== wish?.dataType ? undefined : data
  const isPossible = preview !== undefined && (preview.records === 0 || preview.converts > 0)
  return {
    preview,
    failure: error ? errorText(error) : null,
    isOld: isPlaceholderData,
    canStart: isPossible && !isPlaceholderData && !isFetching,
  }
}

type QuestionProps = {
  level: Level
  field: FieldDefinition
  onClose: () => void
  onStarted: (change: TypeChange) => void
}

function Question({ level, field, onClose, onStarted }: QuestionProps) {
  const { customColumnId: id, displayName, dataType } = field
  const [wish, setWish] = useState<ChangeType | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const options = optionsFor(dataType)
  const { canStart, ...seen } = usePreview(id, wish)
  const change = useUpdateType(level)

  async function submit() {
    if (!wish) return
    setFailure(null)
    try {
      onStarted(await change.mutateAsync({ id, wish }))
    } catch (error) {
      if (!isSessionExpired(error)) setFailure(errorText(error))
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={520}
      title={`Change the type of ${displayName}`}
      description={`It is a ${typeLabel(dataType)} field. Check what happens to its values first; you can undo the change.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!canStart}
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
        {wish && <TypePreview {...seen} onFormat={(format) => setWish({ ...wish, ...format })} />}
        <FormAlert text={failure} />
      </div>
    </Dialog>
  )
}

function Progress({ started, onDone }: { started: TypeChange; onDone: (done: TypeChange) => void }) {
  const { data = started } = useQuery(typeChangeQuery(started.customColumnId))
  return <JobProgress label="Values converted" job={data} onDone={onDone} />
}
