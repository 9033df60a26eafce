import { useInfiniteQuery } from '@tanstack/react-query'
import { IconCheck, IconX } from '@tabler/icons-react'
import { levels } from '@steward/contracts/level'
import { approvalStates, type ApprovalState } from '@steward/contracts/plain/scenario'
import type { ScenarioApproval } from '@steward/contracts/scenario/approval'
import { useCan } from '../../../api/can.ts'
import { errorPanelProps } from '../../../api/error-text.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { momentText } from '../../../components/moment-text.ts'
import { PageContent, PageFrame } from '../../../components/page-frame.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { useSearchParams } from '../../../components/search-params.ts'
import { Toolbar } from '../../../components/toolbar.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useScenarioAct } from '../scenario.calls.ts'
import { approvalsQuery, decideApproval } from './approval.calls.ts'

const stateWords: Readonly<Record<ApprovalState, string>> = {
  open: 'Open',
  approved: 'Approved',
  rejected: 'Rejected',
  expired: 'Expired',
}
const stateOptions = approvalStates.map((value) => ({ value, label: stateWords[value] }))

/** What scenarios ask the reader to decide. */
export function ApprovalsPage() {
  const may = useCan()
  const [search, change] = useSearchParams()
  const state = approvalStates.find((one) => one === search['state']) ?? 'open'
  const everyone = search['everyone'] === '1' && may('scenario.edit')
  return (
    <PageFrame title="Approvals" route="approvals">
      <PageHeader title="Approvals" />
      <Toolbar
        end={
          may('scenario.edit') && (
            <Checkbox
              label="Also those of others"
              checked={everyone}
              onCheckedChange={(isOn) => change({ everyone: isOn ? '1' : undefined }, { replace: true })}
            />
          )
        }
      >
        <Select<ApprovalState>
          aria-label="State"
          size="sm"
          className="w-32"
          value={state}
          options={stateOptions}
          onChange={(next) => change({ state: next === 'open' ? undefined : next }, { replace: true })}
        />
      </Toolbar>
      <PageContent>
        <ApprovalList state={state} everyone={everyone} />
      </PageContent>
    </PageFrame>
  )
}

function ApprovalList({ state, everyone }: { state: ApprovalState; everyone: boolean }) {
  const list = useInfiniteQuery(approvalsQuery(state, everyone))
  const rows = list.data?.pages.flatMap(({ data }) => data)
  if (!rows) {
    if (list.error) return <ErrorPanel {...errorPanelProps(list.error)} onRetry={() => void list.refetch()} />
    return <Skeleton className="m-6 h-32" />
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        kind="nothing"
        title={state === 'open' ? 'Nothing to decide' : `Nothing ${stateWords[state].toLowerCase()}`}
      >
        Scenarios can ask you before they continue with a record. Their questions appear here.
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label="Approvals" className="divide-y divide-line border-b border-line">
        {rows.map((row) => (
          <ApprovalRow key={row.approvalId} approval={row} />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="p-4">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

function whenText({ state, askedAt, expiresAt, decidedAt, decidedBy }: ScenarioApproval): string {
  if (state === 'open') return `open until ${momentText(expiresAt)}`
  if (decidedAt === null) return `asked ${momentText(askedAt)}`
  return `${stateWords[state].toLowerCase()}${decidedBy ? ` by ${decidedBy.name}` : ''} ${momentText(decidedAt)}`
}

function ApprovalRow({ approval }: { approval: ScenarioApproval }) {
  const { approvalId: id, question, record, scenario, state, approver } = approval
  const decide = useScenarioAct(decideApproval, (_, { approved }) => (approved ? 'Approved' : 'Rejected'))
  const level = levels.find(({ name }) => name === record.level)
  const by = approver ? ` · asks ${approver.name}` : ''
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-2.5 md:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">{question}</p>
        <p className="text-label text-2">
          {level && (
            <AppLink to={paths.record(level.plural, record.id)} className="underline">
              {record.name}
            </AppLink>
          )}
          {` · ${scenario.name}${by} · ${whenText(approval)}`}
        </p>
      </div>
      {state === 'open' && (
        <div className="flex gap-2">
          <Button
            size="sm"
            icon={<IconX aria-hidden />}
            aria-label={`Reject: ${question}`}
            disabled={decide.isPending}
            onClick={() => decide.mutate({ id, approved: false })}
          >
            Reject
          </Button>
          <Button
            size="sm"
            variant="primary"
            icon={<IconCheck aria-hidden />}
            aria-label={`Approve: ${question}`}
            disabled={decide.isPending}
            onClick={() => decide.mutate({ id, approved: true })}
          >
            Approve
          </Button>
        </div>
      )}
    </li>
  )
}
