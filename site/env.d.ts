/// <reference types="astro/client" />
import type { PageLocals } from '#worker/pages.ts'

declare global {
  namespace App {
    // Astro merges into this interface; a type alias would not merge.
    interface Locals extends PageLocals {
      /** The requested address, also when another page is rendered for it. */
      path: string
    }
  }
}
