const names = `Mika Nora Sol Teo Lina Hugo Ines Zoe Max Ada Leo Ruth Omar Elsa Noa Ivan Clara Sami
  Maya Tom Lucia Yann Bea Otto Carmen Nils Rosa Jules Alba Finn Marta Gael Ida Pablo Lou Vera
  Enzo Nina Diego Anna Remy Olga Luis Emma Kai Sara Axel Pilar June Felix Cora Marc Dina Hans
  Lola Abel Tess Rafa Wren Milo QuietOtter Nightbus Pepita Moufle Saltlake Canela Brindille
  TinyTrombone Ventana Chouquette Foglamp Marisma Pantoufle SlowPuma Azafran Ricochet Hazelnut
  Tostador Luciole PaperBoat Cometa Grenadine Thimble Almendra Moustique OldGoat Ciruela Bulle
  Driftwood Farolito Nuage Marzipan Tambor Girouette Pebble Duende Cannelle Sidecar Vencejo
  Ombrelle Toadstool Jilguero Virgule Lanternfish Membrillo Carillon Acorn Trebol Mirabelle
  Snowplow Brisa Cachalot Dumpling Girasol Escabelle Moonrake Pimienta Tournesol Walnut Zafiro
  Biscotte Kettle Gaviota Flanelle Puddle Cascabel Mistral Nutmeg Lechuza Pampille Rowboat Sauce
  Capucine Inkwell Romero Sarbacane Tugboat Mochuelo Verveine Yonder Alondra Bouquin`
/** How members of the demo set are called on pages; the loader knows them by `demo_…` keys. */
export const memberNames = names.split(/\s+/)

export function toMemberKey(name: string): string {
  return `demo_${name.toLowerCase()}`
}

function mix(seed: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
}

/** Keys of `count` members: the first names are the busiest, each subject has others. */
export function pickMemberKeys(count: number, subject: number): string[] {
  return memberNames
    .map((name, index) => {
      const chance = mix(Math.imul(subject + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b))
      return { key: toMemberKey(name), turn: chance * (index + 12) }
    })
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, count)
    .map(({ key }) => key)
}

/** A few have most followers and most have a few; who has nothing ahead comes last. */
export function countFollowers(rank: number, isExpected: boolean): number {
  if (!isExpected) return rank % 4
  return Math.max(5, Math.round((memberNames.length * 0.86) / (rank + 1) ** 0.75))
}
