import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { createSurveyView, firstStyles, furtherStyles } from '../../../entities/survey/index.ts'
import { cx } from '../../../ui/cx.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { thanksOf } from './draft.rules.ts'
import { useEditor } from './use-survey-editor.ts'

const previewStyles = `.sv{padding:16px;border-radius:12px}`

type Theme = 'light' | 'dark'
type Width = 'desktop' | 'phone'

/** The survey as people see it; what is answered here goes nowhere. */
export function SurveyPreview() {
  const [theme, setTheme] = useState<Theme>('light')
  const [width, setWidth] = useState<Width>('desktop')
  const { draft } = useEditor()
  return (
    <section aria-label="Preview" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented
          label="Width"
          value={width}
          onChange={setWidth}
          options={[
            { value: 'desktop', label: 'Desktop' },
            { value: 'phone', label: 'Phone' },
          ]}
        />
        <Segmented
          label="Theme"
          value={theme}
          onChange={setTheme}
          options={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      </div>
      <div
        className={cx(
          'rounded-card border border-line p-3',
          theme === 'dark' ? 'bg-[#121215]' : 'bg-[#e9e9ee]',
        )}
      >
        {draft.questions.length > 0 ? (
          <Shown theme={theme} width={width} />
        ) : (
          <p className="p-6 text-center text-2">Add a question to see it here.</p>
        )}
      </div>
      <p className="text-label text-2">Try it: answers in the preview are not sent.</p>
    </section>
  )
}

function Shown({ theme, width }: { theme: Theme; width: Width }) {
  const { draft, saved, language } = useEditor()
  const shown = useDeferredValue(draft)
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = host.current
    if (!element) return
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(firstStyles + furtherStyles + previewStyles)
    root.adoptedStyleSheets = [sheet]
    const view = createSurveyView({
      survey: { ...shown, type: saved.type, answers: null },
      language,
      label: 'Survey',
      theme,
      send: async (answers) => ({ thanks: thanksOf(shown.thanks, answers) }),
    })
    root.replaceChildren(view.element)
  }, [shown, saved.type, language, theme])
  return <div ref={host} className={cx('mx-auto', width === 'phone' ? 'max-w-90' : 'max-w-130')} />
}
