import type { ReactNode } from 'react'
import { IconDeviceMobileMessage, IconQrcode } from '@tabler/icons-react'
import type { SecondFactor } from '@steward/contracts/second-factor'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import type { FactorAct } from './use-factor-acts.ts'

type FactorMethodsProps = { factor: SecondFactor; busy: boolean; onAct: (act: FactorAct) => void }

/** The two ways to get codes, what is set up of them, and what can be done about it. */
export function FactorMethods({ factor, busy, onAct }: FactorMethodsProps) {
  const { preferredMFA, hasAuthenticator, mobileNumber, required } = factor
  const isOn = preferredMFA !== 'NOMFA'
  return (
    <>
      <ul className="flex flex-col rounded-card border border-line">
        <Method
          icon={<IconQrcode size={20} stroke={1.5} aria-hidden />}
          name="Authenticator app"
          detail={hasAuthenticator ? 'Set up' : 'Codes from an app on your phone. Works offline.'}
          inUse={preferredMFA === 'TOTP'}
          isSetUp={hasAuthenticator}
          busy={busy}
          isFirst={!isOn}
          again="Set up again"
          onUse={() => onAct('use-authenticator')}
          onSetUp={() => onAct('set-up-authenticator')}
        />
        <Method
          icon={<IconDeviceMobileMessage size={20} stroke={1.5} aria-hidden />}
          name="Text message"
          detail={mobileNumber ? `To ${mobileNumber}` : 'Codes to your mobile number'}
          inUse={preferredMFA === 'SMS'}
          isSetUp={mobileNumber !== null}
          busy={busy}
          again="Change number"
          onUse={() => onAct('use-phone')}
          onSetUp={() => onAct('set-up-phone')}
        />
      </ul>
      {required && (
        <p className="text-label text-2">
          Your company requires two-factor authentication, so you can't turn it off.
        </p>
      )}
      {isOn && !required && (
        <Button className="self-start" disabled={busy} onClick={() => onAct('turn-off')}>
          Turn off
        </Button>
      )}
    </>
  )
}

type MethodProps = {
  icon: ReactNode
  name: string
  detail: string
  inUse: boolean
  isSetUp: boolean
  busy: boolean
  /** Whether it is what to begin with. */
  isFirst?: boolean
  /** What setting it up once more is called. */
  again: string
  onUse: () => void
  onSetUp: () => void
}

function Method({ icon, name, detail, inUse, isSetUp, busy, isFirst, again, onUse, onSetUp }: MethodProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2.5 last:border-b-0">
      <span className="text-3">{icon}</span>
      <div className="min-w-40 flex-1">
        <p className="flex items-center gap-2 font-medium">
          {name}
          {inUse && <Badge tone="good">In use</Badge>}
        </p>
        <p className="text-label text-2">{detail}</p>
      </div>
      <div className="flex gap-1.5">
        {isSetUp && !inUse && (
          <Button size="sm" disabled={busy} aria-label={`Use ${name.toLowerCase()}`} onClick={onUse}>
            Use
          </Button>
        )}
        {isSetUp ? (
          <Button size="sm" variant="ghost" disabled={busy} onClick={onSetUp}>
            {again}
          </Button>
        ) : (
          <Button
            size="sm"
            variant={isFirst ? 'primary' : 'secondary'}
            disabled={busy}
            aria-label={`Turn on ${name.toLowerCase()}`}
            onClick={onSetUp}
          >
            Turn on
          </Button>
        )}
      </div>
    </li>
  )
}
