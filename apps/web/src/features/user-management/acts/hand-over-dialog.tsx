import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { levels, levelOf, type LevelId, type LevelName } from '@steward/contracts/level'
import type { HandOverPreview } from '@steward/contracts/hand-over'
import type { User } from '@steward/contracts/user-management'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { fullName } from '../../../entities/user/index.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { useDone } from '../../../entities/change-set/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Option } from '../../../ui/option.ts'
import { numberText } from '../../../ui/reader.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import {
  handOver,
  handOverPreviewQuery,
  useUserAction,
  type HandOverInput,
} from '../user-management.calls.ts'
import { useHeirs } from './heirs.tsx'

const contactLevel = 3
/** Contacts have no owners of their own. */
const ownedLevels = levels.filter(({ id }) => id !== contactLevel)
const allLevels = ownedLevels.map(({ name }) => name)

type LevelCount = HandOverPreview['levels'][number]

const recordsText = (count: number): string => `${numberText(count)} ${count === 1 ? 'record' : 'records'}`

function refusalOf(error: Error | null): string | null {
  return error && !isSessionExpired(error) ? errorText(error) : null
}

/** The levels that are handed over. */
function takenOf(preview: HandOverPreview | undefined, left: ReadonlySet<LevelId>): LevelCount[] {
  return preview ? preview.levels.filter(({ level, count }) => count > 0 && !left.has(level)) : []
}

/** Gives all that someone owns to another owner, after showing what that is. */
export function HandOverDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const name = fullName(user)
  const heirs = useHeirs(user.userId)
  const [heir, setHeir] = useState<Option | null>(null)
  const [left, setLeft] = useState<ReadonlySet<LevelId>>(new Set())
  const [refusal, setRefusal] = useState<string | null>(null)
  const toUserId = heir ? Number(heir.value) : null
  const preview = useQuery(handOverPreviewQuery(user.userId, toUserId, allLevels))
  const run = useUserAction(handOver)
  const done = useDone()
  const taken = takenOf(preview.data, left)
  const total = taken.reduce((sum, { count }) => sum + count, 0)

  function toggle(level: LevelId) {
    const next = new Set(left)
    if (!next.delete(level)) next.add(level)
    setLeft(next)
  }

  async function confirm() {
    if (toUserId === null) return
    setRefusal(null)
    const names: LevelName[] = taken.map(({ level }) => levelOf(level).name)
    const input: HandOverInput = { fromUserId: user.userId, toUserId, levels: names }
    try {
      const { changeSetId, count, byJob } = await run.mutateAsync(input)
      const subject = `user-${user.userId}`
      const label = `${recordsText(count)} handed over to ${heir?.label}`
      if (byJob) toast.info(`${recordsText(count)} are being handed over to ${heir?.label}.`, { subject })
      else if (changeSetId !== null) done(label, changeSetId, subject)
      onClose()
    } catch (error) {
      if (!isSessionExpired(error)) setRefusal(errorText(error))
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Hand over records of ${name}`}
      description="Somebody else takes their place among the owners. Other owners of the records stay."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={total === 0}
            busy={run.isPending}
            onClick={() => void confirm()}
          >
            {total > 0 ? `Hand over ${recordsText(total)}` : 'Hand over'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormAlert text={refusal ?? refusalOf(preview.error)} />
        <Field label="New owner" required>
          <Combobox value={heir} onChange={setHeir} load={heirs} placeholder="Name or e-mail" />
        </Field>
        {toUserId !== null && preview.isPending && <Skeleton className="h-24 w-full" />}
        {preview.data && <Book preview={preview.data} left={left} onToggle={toggle} />}
      </div>
    </Dialog>
  )
}

type BookProps = {
  preview: HandOverPreview
  /** The levels that stay. */
  left: ReadonlySet<LevelId>
  onToggle: (level: LevelId) => void
}

/** What someone owns, level by level. */
function Book({ preview, left, onToggle }: BookProps) {
  if (preview.total === 0) return <p className="text-2">They own no records.</p>
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1.5 font-medium">What is handed over</legend>
      {preview.levels
        .filter(({ count }) => count > 0)
        .map((row) => (
          <Checkbox
            key={row.level}
            checked={!left.has(row.level)}
            onCheckedChange={() => onToggle(row.level)}
            label={countText(row)}
            description={exampleText(row)}
          />
        ))}
    </fieldset>
  )
}

function countText({ level, count }: LevelCount): string {
  const { name, plural } = levelOf(level)
  return `${numberText(count)} ${count === 1 ? name : plural}`
}

function exampleText({ count, sample }: LevelCount): string {
  const names = sample.map(({ name }) => name).join(', ')
  return count > sample.length ? `${names} and ${numberText(count - sample.length)} more` : names
}
