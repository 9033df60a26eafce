import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { instanceStatuses, type InstanceStatus } from '@steward/contracts/plain/playbook'
import { Toolbar } from '../../../components/toolbar.tsx'
import { fullName, usersQuery } from '../../../entities/user/index.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { playbooksQuery } from '../playbook.calls.ts'
import { statusWords } from '../playbook-words.ts'
import type { InstancesAddress } from './instances-address.ts'

const statuses = instanceStatuses.map((value) => ({ value, label: statusWords[value] }))

/** Which instances the list shows. */
export function InstanceFilters({ address }: { address: InstancesAddress }) {
  const { view } = address
  const { data: playbooks } = useInfiniteQuery(playbooksQuery)
  const { data: users = [] } = useQuery(usersQuery)
  const templates =
    playbooks?.pages.flatMap(({ data }) =>
      data.map(({ templateId, name }) => ({ value: templateId, label: name })),
    ) ?? []
  const owners = users.map((user) => ({ value: user.userId, label: fullName(user) }))
  return (
    <Toolbar
      end={
        <div className="flex items-center gap-4">
          <Switch label="Overdue only" checked={view.overdue} onCheckedChange={address.showLate} />
          {view.status === undefined && (
            <Switch label="Show done" checked={!view.hideDone} onCheckedChange={address.showDone} />
          )}
        </div>
      }
    >
      <div className="w-48">
        <Combobox
          aria-label="Playbook"
          placeholder="All playbooks"
          size="sm"
          options={templates}
          value={templates.find(({ value }) => value === view.templateId) ?? null}
          onChange={(option) => address.showTemplate(option ? Number(option.value) : undefined)}
        />
      </div>
      <div className="w-44">
        <Combobox
          aria-label="Owner"
          placeholder="All owners"
          size="sm"
          options={owners}
          value={owners.find(({ value }) => value === view.ownerId) ?? null}
          onChange={(option) => address.showOwner(option ? Number(option.value) : undefined)}
        />
      </div>
      <Select<InstanceStatus>
        aria-label="Status"
        placeholder="Any status"
        size="sm"
        clearable
        className="w-36"
        options={statuses}
        value={view.status ?? null}
        onChange={(status) => address.showStatus(status ?? undefined)}
      />
    </Toolbar>
  )
}
