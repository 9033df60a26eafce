import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { playbookLimits } from '@steward/contracts/plain/playbook'
import type { InstanceAction } from '@steward/contracts/playbook/instance'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { fullName, usersQuery } from '../../../entities/user/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { toast } from '../../../ui/toast.tsx'
import { updateInstances } from '../playbook.calls.ts'
import { counted } from '../playbook-words.ts'
import { usePlaybookDone } from '../use-playbook-done.ts'

type InstanceBulkBarProps = { ids: readonly number[]; onClear: () => void }

const verbs: Readonly<Record<InstanceAction, string>> = {
  complete: 'completed',
  start: 'started',
  archive: 'archived',
  assign: 'reassigned',
}

/** Runs an act on several instances, and says what it came to. */
function useInstanceActs(ids: readonly number[], onDone: () => void) {
  const done = usePlaybookDone()
  const [busy, setBusy] = useState(false)

  async function run(action: InstanceAction, ownerId?: number) {
    setBusy(true)
    try {
      const input = { instanceIds: [...ids], action, ...(ownerId !== undefined && { ownerId }) }
      const { changed, refused, changeSetId } = await updateInstances(input)
      onDone()
      await done(`${counted(changed, 'playbook')} ${verbs[action]}`, changeSetId)
      const [first] = refused
      if (first) toast.error(first.message, { subject: 'playbook-refused' })
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'playbook' })
    }
    setBusy(false)
  }

  return { busy, run }
}

/** What can be done with all selected instances at once, with one undo. */
export function InstanceBulkBar({ ids, onClear }: InstanceBulkBarProps) {
  const { busy, run } = useInstanceActs(ids, onClear)
  const { data: users = [] } = useQuery(usersQuery)
  const owners = users
    .filter((user) => !user.disableMessage)
    .map((user) => ({ value: user.userId, label: fullName(user) }))
  const isTooMany = ids.length > playbookLimits.instancesAtOnce
  return (
    <div
      role="group"
      aria-label="Selected playbooks"
      data-print="off"
      className="flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2"
    >
      <span className="tabular text-body font-medium" role="status">
        {ids.length} selected
        {isTooMany && `. Choose at most ${playbookLimits.instancesAtOnce}.`}
      </span>
      <Button
        size="sm"
        variant="primary"
        busy={busy}
        disabled={isTooMany}
        onClick={() => void run('complete')}
      >
        Complete
      </Button>
      <Button size="sm" disabled={busy || isTooMany} onClick={() => void run('start')}>
        Mark in progress
      </Button>
      <Button size="sm" disabled={busy || isTooMany} onClick={() => void run('archive')}>
        Archive
      </Button>
      <div className="w-44">
        <Combobox
          aria-label="Change owner"
          placeholder="Change owner"
          size="sm"
          disabled={busy || isTooMany}
          options={owners}
          value={null}
          onChange={(option) => option && void run('assign', Number(option.value))}
        />
      </div>
      <Button size="sm" variant="ghost" className="ml-auto" onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}
