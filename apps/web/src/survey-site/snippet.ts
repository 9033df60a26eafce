import { chosenLanguage, createSurveyView, firstStyles, furtherStyles } from '../entities/survey/index.ts'
import type { PublicSurvey } from '@steward/contracts/survey/answer'
import type { SiteAsked } from '@steward/contracts/survey/audience'
import { addStyles } from './styled.ts'
import { call, claimShowing, senderOf } from './survey-ask.ts'
import { visitorId, visitorNamed } from './visitor.ts'

/*
 * The script that companies put into their own pages. It must never break, block or move them: it works when the page
 * has nothing to do, in a closed shadow tree, and swallows every fault of its own.
 */

/** The person in front of the page, as far as the page knows them. */
interface User {
  userId?: string | undefined
  email?: string | undefined
  signature?: string | undefined
  name?: string | undefined
}

interface StewardSurveys {
  /** For pages whose person signs in without loading a page again. */
  identify(user: User): void
}

declare global {
  interface Window {
    stewardSurveys?: StewardSurveys
  }
}

interface Settings {
  server: string
  siteKey: string
  /** The language that the tag names. */
  language: string | undefined
  theme: 'light' | 'dark' | undefined
}

/**
 * Page styles can't reach into the shadow tree, but its host is theirs: hence each !important. The font is that of the page:
 * another one would have to be loaded, which costs as much as the rest.
 */
const hostStyles = `
:host{all:initial!important;font-family:inherit!important;position:fixed!important;z-index:2147483000!important;inset:auto!important;bottom:16px!important;width:min(420px,calc(100vw - 32px))!important;max-height:calc(100vh - 32px)!important;overflow:auto!important;border-radius:14px!important;box-shadow:0 8px 32px rgb(0 0 0/.24),0 0 0 1px rgb(0 0 0/.08)!important;display:block!important}
:host([data-position=bottomRight]){right:16px!important}
:host([data-position=bottomLeft]){left:16px!important}
:host([data-position=center]){left:50%!important;bottom:50%!important;transform:translate(-50%,50%)!important}
.sv{padding:12px 16px 16px}
@media print{:host{display:none!important}}
`

/** The one survey on the page. */
let shown: HTMLElement | undefined

/** The languages of the browser are asked for only where there is a choice: each first call of it takes its time. */
function languageOf({ languages, defaultLanguage }: PublicSurvey, { language }: Settings): string {
  if (languages.length < 2) return defaultLanguage
  const wanted = [language, document.documentElement.lang, ...navigator.languages]
  return chosenLanguage(
    wanted.filter((one): one is string => Boolean(one)),
    languages,
    defaultLanguage,
  )
}

function draw(survey: PublicSurvey, token: string, settings: Settings): void {
  const language = languageOf(survey, settings)
  const host = document.createElement('div')
  const shadow = host.attachShadow({ mode: 'closed' })
  addStyles(shadow, firstStyles, hostStyles)
  host.setAttribute('data-position', survey.look.position)
  const place = { server: settings.server, token, language: () => language }
  const close = (): void => host.remove()
  const view = createSurveyView({
    survey,
    language,
    label: survey.company,
    theme: settings.theme,
    send: senderOf(place, survey),
    onClose: close,
    onFurther: () => addStyles(shadow, furtherStyles),
  })
  view.element.setAttribute('role', 'dialog')
  view.element.setAttribute('aria-label', survey.company)
  // What is typed here is no shortcut of the page.
  for (const type of ['keydown', 'keyup', 'keypress']) {
    shadow.addEventListener(type, (event) => {
      if (type === 'keydown' && (event as KeyboardEvent).key === 'Escape') close()
      event.stopPropagation()
    })
  }
  shadow.append(view.element)
  shown = host
  document.body.append(host)
}

/**
 * Asks the server whether this person is asked something, and draws it when the page is at rest, unless someone else
 * is in front of the page by then.
 */
async function ask(settings: Settings, user: User, isCurrent: () => boolean): Promise<void> {
  const { server, siteKey } = settings
  const named = user.userId ?? user.email
  const known = Object.fromEntries(Object.entries(user).filter(([, value]) => value))
  const { status, body } = await call(`${server}/api/survey-site/${encodeURIComponent(siteKey)}/ask`, {
    ...known,
    visitor: named ? visitorNamed(named) : visitorId(),
    drawsAtOnce: true,
  })
  const found = status === 200 && (body as SiteAsked).data
  if (!found) return
  const survey = found.survey ?? (await surveyAfter(found, server, isCurrent))
  if (survey) whenIdle(() => isCurrent() && draw(survey, found.token, settings))
}

/** The survey, once the page has waited as long as it says; null: it must not be shown any more. */
async function surveyAfter(
  { token, delaySeconds }: { token: string; delaySeconds: number },
  server: string,
  isCurrent: () => boolean,
): Promise<PublicSurvey | null> {
  await new Promise((resolve) => setTimeout(resolve, delaySeconds * 1000))
  return isCurrent() ? claimShowing(server, token) : null
}

/** Runs work when the browser has time for it; a fault in it is no one's. */
function whenIdle(work: () => void): void {
  const quietly = (): void => {
    try {
      work()
    } catch {
      // The page shows no survey.
    }
  }
  if ('requestIdleCallback' in window) requestIdleCallback(quietly, { timeout: 2000 })
  else setTimeout(quietly, 1)
}

/** An attribute `data-…` of the tag. */
const dataOf = (script: Element, name: string): string | undefined =>
  script.getAttribute(`data-${name}`) ?? undefined

/** The first three parts of an address: https://steward.example.com. */
const originOf = (address: string): string => address.split('/', 3).join('/')

const serverOf = (address: string): string =>
  address.endsWith('/') ? serverOf(address.slice(0, -1)) : address

function settingsOf(script: HTMLScriptElement): Settings | null {
  const siteKey = dataOf(script, 'site')
  if (!siteKey) return null
  const theme = dataOf(script, 'theme')
  return {
    server: serverOf(dataOf(script, 'server') ?? originOf(script.src)),
    siteKey,
    language: dataOf(script, 'language'),
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
  }
}

function start(): void {
  const script = document.currentScript as HTMLScriptElement | null
  // A second copy of the script does nothing.
  if (window.stewardSurveys || !script) return
  const settings = settingsOf(script)
  if (!settings) return
  let asked = ''
  const identify = (user: User): void => {
    const mark = JSON.stringify(user)
    if (mark === asked) return
    asked = mark
    shown?.remove()
    void ask(settings, user, () => mark === asked).catch(() => undefined)
  }
  window.stewardSurveys = { identify }
  // The page says later who is in front of it.
  if (dataOf(script, 'wait') !== undefined) return
  const begin = (): void =>
    identify({
      userId: dataOf(script, 'user-id'),
      email: dataOf(script, 'email'),
      signature: dataOf(script, 'signature'),
      name: dataOf(script, 'name'),
    })
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
}

try {
  start()
} catch {
  // The page shows no surveys.
}
