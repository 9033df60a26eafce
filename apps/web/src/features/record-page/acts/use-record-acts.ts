import { useQueryClient } from '@tanstack/react-query'
import type { ChurnDetails } from '@steward/contracts/churn'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import {
  moveRecord,
  type MoveTarget,
  patchRecord,
  putRecord,
  recordListsKey,
  refreshRecords,
  setArchived,
  setChurned,
  setOwners,
  type WrittenRecord,
} from '../../../entities/record/index.ts'
import { useDone } from '../../../entities/change-set/index.ts'
import { withValue } from '../../../entities/value/index.ts'
import { toast } from '../../../ui/toast.tsx'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'

/** What can be done with the record as a whole. Each action shows immediately and can be undone. */
export function useRecordActs() {
  const { level, id, record, lookups, fields } = useRecordScreen()
  const client = useQueryClient()
  const done = useDone()
  const { name } = record.globalFields
  const subject = `record-${id}`

  function fail(error: unknown, retry: () => void) {
    if (!isSessionExpired(error)) toast.error(errorText(error), { subject, retry })
  }

  /** Shows the flag, writes it, and says so; goes back when the server refuses. */
  async function setFlag(
    flag: 'entityArchived' | 'churned',
    on: boolean,
    write: () => Promise<WrittenRecord>,
    text: string,
  ): Promise<void> {
    const show = (value: boolean) =>
      patchRecord(client, level, id, (held) => ({
        ...held,
        globalFields: { ...held.globalFields, [flag]: value },
      }))
    show(on)
    try {
      const { data, changeSetId } = await write()
      putRecord(client, level, data)
      void client.invalidateQueries({ queryKey: recordListsKey(level) })
      done(text, changeSetId, subject)
    } catch (error) {
      show(!on)
      fail(error, () => void setFlag(flag, on, write, text))
    }
  }

  async function assign(owners: readonly number[]): Promise<void> {
    const field = fields.find((each) => each.name === 'system:owners')
    if (!field) return
    const before = record.globalFields.owners.map((owner) => owner.id)
    const show = (ids: readonly number[]) =>
      patchRecord(client, level, id, (held) => withValue(held, field, [...ids], lookups))
    show(owners)
    try {
      const changeSetId = await setOwners(level, id, owners)
      await refreshRecords(client, level)
      done(`Owners of ${name} changed`, changeSetId, subject)
    } catch (error) {
      show(before)
      fail(error, () => void assign(owners))
    }
  }

  return {
    archive: (archived: boolean) =>
      setFlag(
        'entityArchived',
        archived,
        () => setArchived(level, id, archived),
        archived ? `${name} archived` : `${name} restored`,
      ),
    unchurn: () =>
      setFlag('churned', false, () => setChurned(level, id, false), `${name} is no longer churned`),
    /** Marks the record churned, or corrects when, why and with how much it left. Rejects with the reason. */
    async churn(details: ChurnDetails): Promise<void> {
      const { data, changeSetId } = await setChurned(level, id, true, details)
      putRecord(client, level, data)
      void client.invalidateQueries({ queryKey: recordListsKey(level) })
      done(
        record.globalFields.churned ? `Churn details of ${name} updated` : `${name} marked churned`,
        changeSetId,
        subject,
      )
    },
    assign,
    /** Rejects with the reason, which the dialog shows. */
    async move(target: MoveTarget, where: string): Promise<void> {
      const { data, changeSetId } = await moveRecord(level, id, target)
      putRecord(client, level, data)
      void refreshRecords(client, level)
      done(`${name} moved to ${where}`, changeSetId, subject)
    },
  }
}
