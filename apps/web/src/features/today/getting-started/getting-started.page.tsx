import { useQuery } from '@tanstack/react-query'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import type { GettingStarted } from '@steward/contracts/start/getting-started'
import { firstSteps, type FirstStep } from '@steward/contracts/plain/getting-started'
import { useCan } from '../../../api/can.ts'
import { errorPanelProps } from '../../../api/error-text.ts'
import { useUser } from '../../../api/session.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { useGo } from '../../../components/go.ts'
import { PageContent, PageFrame } from '../../../components/page-frame.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { doneSteps, gettingStartedQuery } from '../../../entities/getting-started/index.ts'
import { DropZone, handFiles } from '../../../entities/table-file/index.ts'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SampleCustomers } from './sample-customers.tsx'
import { useDemoRefresh } from './use-demo-refresh.ts'

/** The first steps of a company, checked off by what exists. */
export function GettingStartedPage() {
  const may = useCan()('company.administer')
  const { data, error, refetch } = useQuery({ ...gettingStartedQuery, enabled: may })
  return (
    <PageFrame title="Get started" route="getting-started">
      <PageHeader title="Get started" />
      <PageContent className="px-4 py-6">
        <div className="mx-auto flex max-w-180 flex-col gap-6">
          {!may && (
            <EmptyState kind="no-permission" title="Only administrators set up the company">
              Your administrators see the first steps here.
            </EmptyState>
          )}
          {data && <Steps started={data} />}
          {!data && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
          {may && !data && !error && <Skeleton className="h-96" />}
        </div>
      </PageContent>
    </PageFrame>
  )
}

function Steps({ started }: { started: GettingStarted }) {
  const done = doneSteps(started)
  const { firstName } = useUser()
  useDemoRefresh(started.demo)
  // Where there are sample customers, removing them is what many come for.
  const isThere = started.demo !== 'none'
  const label = `${done} of ${firstSteps.length} steps done`
  return (
    <>
      <header className="flex flex-col gap-2">
        <h2 className="text-heading font-semibold">
          {firstName ? `Welcome, ${firstName}` : 'Welcome to Steward'}
        </h2>
        <p className="text-body text-2">
          {done === firstSteps.length
            ? 'Everything is set up. This page leaves the sidebar.'
            : 'Four steps to your first useful day. Each is checked off as soon as it is done, wherever you do it.'}
        </p>
        {!firstName && (
          <p className="text-body">
            <AppLink to={paths.completeProfile} className="font-medium text-accent-text hover:underline">
              Complete your profile
            </AppLink>{' '}
            <span className="text-2">so that teammates see your name instead of your address.</span>
          </p>
        )}
        <div className="flex items-center gap-3">
          <ProgressBar label="First steps" value={done} max={firstSteps.length} className="max-w-60" />
          <span className="text-label text-2">{label}</span>
        </div>
      </header>
      {isThere && <SampleCustomers state={started.demo} />}
      <ol className="flex flex-col gap-3">
        {firstSteps.map((step) => (
          <Step key={step} step={step} done={started.steps[step]} />
        ))}
      </ol>
      {!isThere && <SampleCustomers state={started.demo} />}
      <Guides />
    </>
  )
}

const words: Readonly<Record<FirstStep, { title: string; text: string }>> = {
  customers: {
    title: 'Import your customers',
    text: 'A spreadsheet is enough. You see exactly what will happen before anything changes, and you can undo it.',
  },
  health: {
    title: 'Check the health score',
    text: 'Scores start with a pulse or a call. See what counts, and try another weighting before you publish it.',
  },
  teammates: {
    title: 'Invite a teammate',
    text: 'Teammates own accounts, get tasks and see what you log.',
  },
  note: {
    title: 'Log the first note',
    text: 'Open an account, press N and write down what was said. It starts the timeline.',
  },
}

const links: Readonly<Record<Exclude<FirstStep, 'customers'>, { label: string; to: string }>> = {
  health: { label: 'Open health scores', to: paths.healthSettings('account') },
  teammates: { label: 'Invite teammates', to: paths.inviteUsers },
  note: { label: 'Choose an account', to: paths.list('accounts') },
}

function Step({ step, done }: { step: FirstStep; done: boolean }) {
  const { title, text } = words[step]
  return (
    <li className="flex gap-3 rounded-card border border-line bg-surface p-4">
      {done ? (
        <IconCircleCheckFilled size={20} className="shrink-0 text-good" aria-label="Done" />
      ) : (
        <IconCircle size={20} className="shrink-0 text-3" aria-label="To do" />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <div>
          <h3 className="text-title font-semibold">{title}</h3>
          <p className="text-body text-2">{text}</p>
        </div>
        {!done && (step === 'customers' ? <ImportHere /> : <StepLink {...links[step]} />)}
      </div>
    </li>
  )
}

function StepLink({ label, to }: { label: string; to: string }) {
  return (
    <AppLink to={to} className={`${buttonClass({ size: 'sm' })} self-start`}>
      {label}
    </AppLink>
  )
}

/** Takes the file right here; the import continues with it. */
function ImportHere() {
  const go = useGo()
  return (
    <DropZone
      error={null}
      onFile={(file) => {
        handFiles([file])
        go(paths.importOf('accounts'))
      }}
    />
  )
}

function Outward({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="font-medium text-accent-text hover:underline">
      {children}
    </a>
  )
}

function Guides() {
  return (
    <p className="text-body text-2">
      New to Steward? <Outward href={paths.guide}>Read the guide</Outward>. Connecting other systems?{' '}
      <Outward href={paths.apiDocs}>Read the API documentation</Outward>.
    </p>
  )
}
