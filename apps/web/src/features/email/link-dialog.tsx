import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { MailThread } from '@steward/contracts/email'
import { levelOf, levels, type LevelId, type LevelPlural } from '@steward/contracts/level'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { findRecords } from '../../entities/record/index.ts'
import { FormAlert } from '../../components/settings/form-alert.tsx'
import { Button } from '../../ui/button.tsx'
import { MultiCombobox } from '../../ui/combobox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import type { Option } from '../../ui/option.ts'
import { toast } from '../../ui/toast.tsx'
import { updateThreadLinks, refreshMails } from './email.calls.ts'

const perLevel = 6

interface Linked {
  level: LevelId
  id: number
}

const keyOf = ({ level, id }: Linked) => `${level}-${id}`

function linkedOf({ value }: Option): Linked {
  const [level, id] = String(value).split('-').map(Number)
  return { level: level as LevelId, id: id as number }
}

/** The ids of those that another list has not, by the plural of their level. */
function missing(from: readonly Linked[], other: readonly Linked[]): Partial<Record<LevelPlural, number[]>> {
  const known = new Set(other.map(keyOf))
  const links: Partial<Record<LevelPlural, number[]>> = {}
  for (const one of from.filter((each) => !known.has(keyOf(each)))) {
    const { plural } = levelOf(one.level)
    links[plural] = [...(links[plural] ?? []), one.id]
  }
  return links
}

async function loadRecords(query: string, signal: AbortSignal): Promise<Option[]> {
  const found = await Promise.all(
    levels.map(async (level) => {
      const records = await findRecords(level, query, signal, perLevel)
      return records.map(({ id, name, parentName }): Option => ({
        value: keyOf({ level: level.id, id }),
        label: name,
        detail: parentName ? `${level.label} of ${parentName}` : level.label,
      }))
    }),
  )
  return found.flat()
}

/** On whose pages a thread lies. */
export function LinkDialog({ thread, onClose }: { thread: MailThread; onClose: () => void }) {
  const client = useQueryClient()
  const linked = Object.values(thread.linking).flat()
  const [value, setValue] = useState<Option[]>(() =>
    linked.map((one) => ({ value: keyOf(one), label: one.name, detail: levelOf(one.level).label })),
  )
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  async function save() {
    setBusy(true)
    try {
      const wanted = value.map(linkedOf)
      await updateThreadLinks(thread.threadId, {
        link: missing(wanted, linked),
        unlink: missing(linked, wanted),
      })
      await refreshMails(client)
      toast.done('Links saved', { subject: `thread-${thread.threadId}` })
      onClose()
    } catch (error) {
      if (!isSessionExpired(error)) setFault(errorText(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Linked records"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormAlert text={fault} />
        <Field label="Records" help="The thread lies on their pages, and on those of the records above them.">
          <MultiCombobox load={loadRecords} value={value} onChange={setValue} placeholder="Find records" />
        </Field>
      </div>
    </Dialog>
  )
}
