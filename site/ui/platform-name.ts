import { html, type Html } from './html.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'

export function platformName(platform: Platform): Html {
  return html`<span class="platform platform-${platform}">${platforms[platform].name}</span>`
}
