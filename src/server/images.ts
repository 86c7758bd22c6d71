/** The images by name: PNG files of two colours, 64 (medium) or 200 (large) pixels square, in base64. */
const images: ReadonlyMap<string, string> = new Map([
  [
    'group-medium',
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAABlBMVEUvb5////+tYjlQAAAAZklEQVR42mNgGDSA/wOUIf8D' +
      'Qh+w/8MMotk/1P/jfwBS8eP/f3mQKv4////bgxjyIMYP/Ay4Yrh2uIGMICsaUCxFOIMIF/+o/yeP4gz7/0DwB8ioBzH+ITP+' +
      'gwE2BiOE0UAUY5ABAFmbe6kxXmPFAAAAAElFTkSuQmCC',
  ],
  [
    'group-large',
    'iVBORw0KGgoAAAANSUhEUgAAAMgAAADIAQMAAACXljzdAAAABlBMVEUvb5////+tYjlQAAABLElEQVR42u2USw6DMAxEQSxY' +
      'cgQuUomjwdFyFI7AkgXChSH9uMkQtaWVqnpWFk8iiT2eLDOZTKbfUik9IY1MhIhIHBQLceQYIQfVCxnJBYRcoV3IHHw9bVfD' +
      '5U76Wi7LQTrUN1UyXMla69cXIO6hE+1ydAnSo9Z9uRDVo/WIrgIZUOuOeaK7h47VIKPuHifrjwZPUGvSgEyaoP+e6FkcSzBN' +
      'T/RkjyXfeg/vKJ/CKzPlDuGu4k7ccS93PN8Svll8G3c2eH/reVLwdOGJxFNsJ/l4Wpqe1ObYzSHavZimd2Ik37zjIynm9yeS' +
      'Oy3IrL0FD8om7Ud5VJrkAenuLKjl7h6q1SdJFZAhSeqAjEnSBGRKkjYg8xtEhDX7UJJHSPcBUkSIM8LS2WQymf5VZ9EJzdcd' +
      'KpfPAAAAAElFTkSuQmCC',
  ],
  [
    'app-group-medium',
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAABlBMVEVqTJP///8+QEjjAAAAbElEQVR42mNgGDSA/wOUIf8D' +
      'Qh+w/8MMotk/1P/jfwBS8eP/f3mQKv4////bgxjyIMYP/Ay4Yrh2uIGMICsaUCxFOIMIF/+o/yeP4gz7/0DwB8ioBzH+ITP+' +
      'gwE2BiOE0UAUgygAdwYeBnUAAKf6kIUlm/s0AAAAAElFTkSuQmCC',
  ],
  [
    'app-group-large',
    'iVBORw0KGgoAAAANSUhEUgAAAMgAAADIAQMAAACXljzdAAAABlBMVEVqTJP///8+QEjjAAABMklEQVR42u2USw6DMAxEQSy6' +
      '5AhcpBJHg6PlKByBJQuEC0P6cZNJ1JZWquRZWTyJJPZ4isJkMpn+SycZCGllJkRE4qBaiSPHCDmoWclELiDkCt1KluDreb8a' +
      'LnfW13JFCdKjvquW8Ua2Wr++AnFPnejWo08gA2rdlytRPdqO6GuQEbXumCe6e+hYAzLp7nGy/Wj0BLUmLcisCfrviZ7FsQTT' +
      '9ERP9ljyq/fwjvIpvDNT7hDuKu7EhHu54/mW8M3i25jY4PTW86Tg6cITiadYIvl4Wppe1O7Y3SHavZimd2Ik37zjIynm9yeS' +
      'Ox3Ior0FD8ou7Ud5Vp6UAekfLKjlHh6qNWRJHZAxS5qATFnSBmTOki4gywdEhDX7UFJGSP8FUkWIM8LS2fQ98UQykiIm0690' +
      'AaNWoj4misGOAAAAAElFTkSuQmCC',
  ],
  [
    'built-in-group-medium',
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAABlBMVEU6fUT///8VDFACAAAA4ElEQVR42n2Syw3DIAyGHSEl' +
      'F1quHCplBY49VGKVjNANwkgdgVEyAkcOUagflYmqqlaAz2DsyD8AvyzusprWMoPLpjA8+END19E6YIBJCBN5G44rwRPHjeD+' +
      'GezRLp9THN/g9AbTJHCFZuS50r6BHHecYJzKerhtgdHV1uaygHV7a7EEsDNBDeAF/C+QYA9BrlsIkhBhoBIJQYoy4G8IkP0H' +
      'V9eDE0othNjQdgt+JTj8CRrbCaxAgIvACyaBrYMRyB2GxF1PvXW9mdpebbhKoKKoTCqcStnFVbn1AeiT+LI3pq+f65qikRUA' +
      'AAAASUVORK5CYII=',
  ],
  [
    'built-in-group-large',
    'iVBORw0KGgoAAAANSUhEUgAAAMgAAADIAQMAAACXljzdAAAABlBMVEU6fUT///8VDFACAAADSklEQVR42u2YQbKfIAyHcVi4' +
      '5AhepDPc7OGuyx6hV/EmtTewOzt1pBICBpLoTFftTN08/u9DCOFHTDDm33h8PGQwxRh3CdiYnkV5RXxpiPmZGXFINsGwuJox' +
      'cvOG3Nvx4cZ4wt9wvdlbtmKP3roQsYHvkmn2+vLcTbOyVulZm91E/pCa0HEjzmgNWIjP58aAmfSiJji6iECdOu3aj6ZbM0Cz' +
      'yTZS02Yj/7KtF8M9wtgu299mu9ZV0yY1u46+1Z+9Bw/tZg23QbHb+ij06cawvfrqvGMvpKksyPVarv+YelnWQXx/nOrEvhf5' +
      'cMgLJcuI7DBFZaF1lDrqLWmc2e4sUkxLa/11ftsVjtsdKnBlbqV/0sEuE2Hn4hwSd3ACnC5FhGICGlWcEy5yNu5J5FM2DYz7' +
      'VElIZi0YkmZom7MQd53GQlIbyZlXXyIfeCIASY1r6hHICm3jix1p6kLADLB32GGKOYe+DdpmmvOqwGNIsvdg9XbLHsMIm73n' +
      'luw9gSRfjitE1w0JtNM/b+KBHIRcL4L/keS9gA26JuPEbnl7BJI26FoUJwMS2E0keWeBeJGkrfNGIOaVcAuAfIjk4w/JaQSP' +
      'gkQOI+wCSOQwws69E66QRJKHuKqSN8GrTIlpB4Aw9VbCFF8JOyWVsJNVSX8agdTYQk8wKMpuJA+4cwBHSZOhNIREl45Ymro0' +
      'hESxntAcqSU0AWhJ8wH4T4DscqK5gEKyYrNCUL2oHdhNVCLuLBI4Tah4PFlIQBt4flAnSEBPAciJ2kICGsR8FPWYyIG6pU8O' +
      '5QqBczowMiOxjCxIRkZWIKdIAkQkx8iGsUonEyM7EC+SHEc9I8cbmQMj55DjiET2Z7JE/oCinEjgm7UKBL5mo0jg2/hdIJ+B' +
      '/BDIl0SsSOC7/VMgXxMZfgnk20yKpV49RlBbLEFLJ0EA5wvxAjleyCSQ/YU4gWxNBkkjyCon3jV1FOILpo4Dr3ExddQzYj2L' +
      'fsi89Wxdz/D1qkCvJPTqQ69Y9CpHr4weqim9AtOrNr3S06tDvaLUq1C9cn2odvUKWa+q9Upcr971iv/hlkC/WdBvI/QbDP3W' +
      '4+GmRL9d0W9k9Fuch5sf/bZIv2F6uJXSb7Iebr/+uuc3aQZwt98gMZIAAAAASUVORK5CYII=',
  ],
  [
    'app-medium',
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAABlBMVEWKWhT///+3Kr/BAAAAGUlEQVR42mNgGFjA/P8B+/8D' +
      'dGaMeodqAADVfl8RQOHQYQAAAABJRU5ErkJggg==',
  ],
  [
    'app-large',
    'iVBORw0KGgoAAAANSUhEUgAAAMgAAADIAQMAAACXljzdAAAABlBMVEWKWhT///+3Kr/BAAAAM0lEQVR42u3VQQ0AMAgEQRzU' +
      'v0scQJ84IE1nXpesgIsA2HDqyjkURfm1AP5UURR/CrykAdHzHQ6t8CVMAAAAAElFTkSuQmCC',
  ],
])

const decoded = new Map<string, Uint8Array<ArrayBuffer>>()

/**
 * The bytes of an image such as `group-medium.png`. The `logo` links of groups and applications lead here (Groups, Group
 * links), and browsers ask for the icon. It needs no authentication.
 */
export function answerImage(file: string): Uint8Array<ArrayBuffer> | undefined {
  const text = images.get(file.replace(/\.png$/, ''))
  if (text === undefined) return undefined
  const bytes = decoded.get(file) ?? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  decoded.set(file, bytes)
  return bytes
}
