import { useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DemoState } from '@steward/contracts/plain/getting-started'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import {
  createDemo,
  deleteDemo,
  gettingStartedKey,
  gettingStartedQuery,
} from '../../../entities/getting-started/index.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { paths } from '../../../paths.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toast.tsx'
import { isBusyDemo } from './use-demo-refresh.ts'

const patience = 2000

const texts: Readonly<Record<DemoState, { title: string; text: string }>> = {
  none: {
    title: 'Try with sample customers',
    text: 'Forty customers with a year of calls, notes, scores and renewals, to look around in. You can remove them again, all at once.',
  },
  loading: {
    title: 'Adding the sample customers…',
    text: 'They appear within a minute or two. You can keep working.',
  },
  loaded: {
    title: 'Sample customers are here',
    text: 'Start with what deserves the next hour. Remove them when you have seen enough; your own data stays.',
  },
  removing: { title: 'Removing the sample customers…', text: 'Your own data stays.' },
}

/** The sample customers: added to look around in, and removed all at once. */
export function SampleCustomers({ state }: { state: DemoState }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const isBusy = isBusyDemo(state)
  useQuery({
    ...gettingStartedQuery,
    enabled: isBusy,
    refetchInterval: ({ state: { data } }) => (data && isBusyDemo(data.demo) ? patience : false),
  })
  const act = useMutation({
    mutationFn: (adds: boolean) => (adds ? createDemo() : deleteDemo()),
    onSuccess: () => client.invalidateQueries({ queryKey: gettingStartedKey }),
    onError: (error) => !isSessionExpired(error) && toast.error(errorText(error), { subject: 'demo' }),
  })
  const { title, text } = texts[state]
  return (
    <section
      aria-label="Sample customers"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-sunken p-4"
    >
      <div className="min-w-60 flex-1">
        <h3 className="text-title font-semibold">{title}</h3>
        <p className="text-body text-2">{text}</p>
      </div>
      {isBusy && <Spinner label={title} />}
      {state === 'none' && (
        <Button busy={act.isPending} onClick={() => act.mutate(true)}>
          Try with sample customers
        </Button>
      )}
      {state === 'loaded' && (
        <div className="flex flex-wrap gap-2">
          <AppLink to={paths.today} className={buttonClass()}>
            Open Today
          </AppLink>
          <Button onClick={() => setAsking(true)}>Remove demo data</Button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title="Remove demo data?"
          description="The sample customers go with everything logged on them, also with notes, tasks and plans that you added to them. Records of your own stay. You can't undo this."
          action="Remove demo data"
          danger
          onConfirm={async () => {
            await act.mutateAsync(false)
          }}
        />
      )}
    </section>
  )
}
