import { Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconShieldCheckFilled, IconShieldOff } from '@tabler/icons-react'
import type { SecondFactor } from '@steward/contracts/second-factor'
import { errorPanelProps } from '../../../../api/error-text.ts'
import { ConfirmDialog } from '../../../../components/confirm-dialog.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { ProfileSection } from '../../profile-section.tsx'
import { factorQuery } from '../security.calls.ts'
import { FactorMethods } from './factor-methods.tsx'
import { PhoneDialog } from './phone.dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes.dialog.tsx'
import { RecoveryRow } from './recovery-row.tsx'
import { useFactorActs, type FactorActs } from './use-factor-acts.ts'

// It brings the drawing of QR codes.
const AuthenticatorDialog = lazyPart(() => import('./authenticator.dialog.tsx'), 'AuthenticatorDialog')

/** The second factor: whether there is one, which, and how to change that. */
export function FactorSection() {
  const { data, error, refetch } = useQuery(factorQuery)
  return (
    <ProfileSection title="Two-factor authentication">
      {data && <Factor factor={data} />}
      {!data && error && <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-32 w-full" />}
    </ProfileSection>
  )
}

function stateText({ preferredMFA, mobileNumber }: SecondFactor): string {
  if (preferredMFA === 'NOMFA') return 'Off. You log in with your password only.'
  return preferredMFA === 'TOTP'
    ? 'On: codes from an authenticator app'
    : `On: codes by text message to ${mobileNumber ?? 'your phone'}`
}

function Factor({ factor }: { factor: SecondFactor }) {
  const acts = useFactorActs()
  const isOn = factor.preferredMFA !== 'NOMFA'
  const Mark = isOn ? IconShieldCheckFilled : IconShieldOff
  return (
    <>
      <p className="flex items-center gap-2 font-medium">
        <Mark size={20} className={isOn ? 'shrink-0 text-good-mark' : 'shrink-0 text-3'} aria-hidden />
        {stateText(factor)}
      </p>
      <FactorMethods factor={factor} busy={acts.busy} onAct={acts.act} />
      {isOn && <RecoveryRow left={factor.recoveryCodesLeft} onRenew={() => acts.ask('newCodes')} />}
      {acts.open && <FactorDialog open={acts.open} acts={acts} />}
    </>
  )
}

type FactorDialogProps = { open: NonNullable<FactorActs['open']>; acts: FactorActs }

/** What lies over the drawer while a factor is set up or something is asked. */
function FactorDialog({ open, acts }: FactorDialogProps) {
  const { answer, finish, close, closeQuestion } = acts
  if (open.kind === 'phone') return <PhoneDialog onClose={close} onDone={finish} />
  if (open.kind === 'codes') return <RecoveryCodesDialog codes={open.codes} onClose={close} />
  if (open.kind === 'authenticator') {
    return (
      <Suspense>
        <AuthenticatorDialog secret={open.secret} onClose={close} onDone={finish} />
      </Suspense>
    )
  }
  return (
    <ConfirmDialog open {...open.question} onOpenChange={closeQuestion} onConfirm={() => answer(open.name)} />
  )
}
