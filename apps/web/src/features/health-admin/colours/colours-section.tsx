import type { HealthBounds } from '@steward/contracts/health'
import type { Level } from '@steward/contracts/level'
import { HealthMark, mostPoints } from '../../../entities/health/index.ts'
import { SettingsSection } from '../../../components/settings/section-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { RangeSlider } from '../../../ui/range-slider.tsx'
import type { Scope } from '../model/draft-model.rules.ts'
import type { ModelDraft } from '../model/use-model-draft.ts'

type ColoursSectionProps = { level: Level; draft: ModelDraft; scope: Scope }

type Config = HealthBounds['config']

/** From which score on a record is Average or Good: for all of the level, or for a stage. */
export function ColoursSection({ level, draft, scope }: ColoursSectionProps) {
  const { bounds, setBounds, wrongBounds } = draft
  const own = bounds.find(({ scopeReferenceId }) => scopeReferenceId === scope)
  const general = bounds.find(({ scopeReferenceId }) => scopeReferenceId === null)
  const shown = own ?? general

  function set(config: Config) {
    const next: HealthBounds = {
      scope: scope === null ? 1 : 2,
      scopeReferenceId: scope,
      entityLevelId: level.id,
      config,
    }
    setBounds(own ? bounds.map((each) => (each === own ? next : each)) : [...bounds, next])
  }

  return (
    <SettingsSection
      title="Score bands"
      state={draft.boundsState}
      busy={draft.isBusy}
      problem={wrongBounds}
      onSave={() => void draft.save('bounds')}
      onCancel={() => draft.cancel('bounds')}
    >
      {shown && (
        <div className="flex flex-col gap-3 pt-4">
          <Bands config={shown.config} isReadOnly={!own} onChange={set} />
          {scope !== null && !own && (
            <p className="flex flex-wrap items-center justify-between gap-2 text-label text-2">
              Same as all records {level.plural}.
              <Button size="sm" onClick={() => set(shown.config)}>
                Use custom bands
              </Button>
            </p>
          )}
          {scope !== null && own && (
            <div>
              <Button
                size="sm"
                variant="ghost"
                onClick={() => setBounds(bounds.filter((each) => each !== own))}
              >
                Use the shared bands {level.plural}
              </Button>
            </div>
          )}
        </div>
      )}
    </SettingsSection>
  )
}

const whole = (value: number) => (Number.isFinite(value) ? value : 0)

/** Kept to where a number field says nothing or no number: NaN holds the section back from being saved. */
const entered = (value: number | null) => value ?? Number.NaN

type BandsProps = { config: Config; isReadOnly: boolean; onChange: (config: Config) => void }

function Bands({ config: { lowerBound, upperBound }, isReadOnly, onChange }: BandsProps) {
  const [low, high] = [whole(lowerBound), whole(upperBound)]
  const bands = [
    { word: 'Poor', fill: 'bg-poor-mark', from: 0, to: low },
    { word: 'Average', fill: 'bg-average-mark', from: low, to: high },
    { word: 'Good', fill: 'bg-good-mark', from: high, to: mostPoints },
  ] as const
  return (
    <>
      <div className="px-2">
        <RangeSlider
          min={0}
          max={mostPoints}
          step={0.1}
          value={[Math.min(low, high), Math.max(low, high)]}
          labels={['Average from', 'Good from']}
          disabled={isReadOnly}
          onChange={([lower, upper]) => onChange({ lowerBound: tenths(lower), upperBound: tenths(upper) })}
        >
          {bands.map(({ word, fill, from, to }) => (
            <span
              key={word}
              className={`absolute inset-y-0 ${fill}`}
              style={{ left: `${from * 10}%`, width: `${Math.max(0, to - from) * 10}%` }}
            />
          ))}
        </RangeSlider>
      </div>
      <ul aria-label="Score bands" className="flex flex-wrap justify-between gap-x-3 gap-y-1 text-label">
        {bands.map(({ word, from, to }) => (
          <li key={word} className="tabular flex items-center gap-1.5">
            <HealthMark word={word} />
            <span className="font-medium">{word}</span>
            <span className="text-2">{rangeText(word, from, to)}</span>
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        <div className="grid grid-cols-2 gap-3">
          <Field label="Average from">
            <NumberField
              value={lowerBound}
              min={0}
              max={mostPoints}
              decimals={2}
              onChange={(value) => onChange({ lowerBound: entered(value), upperBound })}
            />
          </Field>
          <Field label="Good from">
            <NumberField
              value={upperBound}
              min={0}
              max={mostPoints}
              decimals={2}
              onChange={(value) => onChange({ lowerBound, upperBound: entered(value) })}
            />
          </Field>
        </div>
      )}
    </>
  )
}

const tenths = (value: number) => Math.round(value * 10) / 10

function rangeText(word: string, from: number, to: number): string {
  if (word === 'Poor') return `below ${to}`
  return word === 'Good' ? `${from} and over` : `${from} to ${to}`
}
