import type { Option } from '../../../ui/option.ts'

const offered = (
  'en-US en-GB en-AU en-CA en-IE en-IN en-NZ en-SG en-ZA cs-CZ da-DK ' +
  'de-AT de-CH de-DE el-GR es-ES es-MX et-EE fi-FI fr-BE fr-CA fr-CH ' +
  'fr-FR hi-IN hu-HU id-ID it-CH it-IT ja-JP ko-KR lt-LT lv-LV nb-NO ' +
  'nl-BE nl-NL pl-PL pt-BR pt-PT ro-RO sk-SK sl-SI sv-SE th-TH tr-TR ' +
  'uk-UA vi-VN zh-CN zh-HK zh-TW'
).split(' ')

const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })

function nameOf(locale: string): string {
  try {
    return names.of(locale) ?? locale
  } catch {
    return locale
  }
}

/** The locales to choose from by their English names, with the one chosen already. */
export function localeOptions(chosen: string): Option<string>[] {
  const locales = [...new Set([...offered, chosen].filter(Boolean))]
  return locales
    .map((locale) => ({ value: locale, label: nameOf(locale), detail: locale }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
}
