import { instanceStatuses, type InstanceStatus } from '@steward/contracts/plain/playbook'
import { useSearchParams, type SearchParams } from '../../../components/search-params.ts'
import type { InstanceView } from '../playbook.calls.ts'

function idOf(value: unknown): number | undefined {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** What an address says of the list of instances. Without more, everything that runs. */
export function instanceViewOf(search: SearchParams): InstanceView {
  const status = instanceStatuses.find((known) => known === search['status'])
  return {
    templateId: idOf(search['playbook']),
    ownerId: idOf(search['owner']),
    status,
    hideDone: status === undefined && search['done'] !== true,
    overdue: search['late'] === true,
  }
}

/** The view of the list in the address, with ways to change it. */
export function useInstancesAddress() {
  const [search, change] = useSearchParams()
  const set = (changes: SearchParams) => change(changes, { replace: true })
  return {
    view: instanceViewOf(search),
    showTemplate: (playbook: number | undefined) => set({ playbook }),
    showOwner: (owner: number | undefined) => set({ owner }),
    showStatus: (status: InstanceStatus | undefined) => set({ status }),
    showLate: (isOnly: boolean) => set({ late: isOnly || undefined }),
    showDone: (isShown: boolean) => set({ done: isShown || undefined }),
    clear: () =>
      set({ playbook: undefined, owner: undefined, status: undefined, late: undefined, done: undefined }),
  }
}

export type InstancesAddress = ReturnType<typeof useInstancesAddress>
