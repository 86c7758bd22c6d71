import type { QuickTable } from './quick.ts'

/** Made by `npm run quick-table`; do not edit. */
export const quickTable: QuickTable = {
  deviants: 2995,
  checks: {
    'auth: a call with an API token is let in, and one with a token that was never issued is not': {
      requests: 15,
      catches: [2862, 2863, 2864, 2865, 2866],
    },
    'auth: client endpoints refuse a call without credentials': {
      requests: 12,
      catches: [
        2787, 2788, 2789, 2790, 2791, 2792, 2793, 2794, 2795, 2796, 2797, 2798, 2799, 2800, 2801, 2859,
      ],
    },
    'auth: user endpoints refuse a call without credentials': {
      requests: 12,
      catches: [2802, 2803, 2804, 2805, 2806, 2807, 2808, 2809, 2810, 2811, 2812, 2813, 2814, 2860],
    },
    'auth: group endpoints refuse a call without credentials': {
      requests: 19,
      catches: [
        2815, 2816, 2817, 2818, 2819, 2820, 2821, 2822, 2823, 2824, 2825, 2826, 2827, 2828, 2829, 2861,
      ],
    },
    'auth: group rule endpoints refuse a call without credentials': {
      requests: 11,
      catches: [2830, 2831, 2832, 2833, 2834, 2835, 2836],
    },
    'auth: lifecycle operations refuse a call without credentials, and leave the status as it was': {
      requests: 13,
      catches: [2837, 2838, 2839, 2840, 2841, 2842, 2843, 2844, 2845, 2846, 2847, 2848],
    },
    'auth: credential operations refuse a call without credentials, and leave the password as it was': {
      requests: 9,
      catches: [2849, 2850, 2851, 2852, 2853, 2854, 2855, 2856, 2857, 2858],
    },
    'auth: a session cookie identifies the user that me stands for': {
      requests: 4,
      catches: [1121, 1124, 1125, 2867, 2868, 2869],
    },
    'auth: a page of a trusted origin may call users/me with the session cookie': {
      requests: 5,
      catches: [1510, 2870, 2871, 2872, 2873, 2874],
    },
    'clients-grant-types: a client may hold the grant types of its application type': {
      requests: 36,
      catches: [
        215, 217, 305, 306, 307, 308, 309, 310, 313, 314, 315, 316, 317, 318, 319, 320, 323, 324, 327, 328,
        329, 330, 331, 332, 333, 334,
      ],
    },
    'clients-grant-types: a client of any type may hold saml2-bearer': {
      requests: 12,
      catches: [311, 312, 321, 322, 325, 326, 335, 336],
    },
    'clients-grant-types: a client with grant types that its application type does not allow is refused': {
      requests: 16,
      catches: [
        337, 338, 339, 340, 341, 342, 343, 344, 345, 346, 347, 348, 349, 350, 351, 352, 353, 354, 355, 356,
        357, 358, 359, 360, 361, 362,
      ],
    },
    'clients-identity: each client has an id of its own and the time it was issued': {
      requests: 7,
      catches: [23, 24, 25, 26, 29, 273, 274, 277, 278, 279, 280, 281, 282],
    },
    'clients-identity: what only the service sets is never taken from a registration': {
      requests: 19,
      catches: [292, 293, 294, 295, 296, 2937],
    },
    'clients-identity: a confidential client gets a secret of its own, others none': {
      requests: 14,
      catches: [256, 257, 258, 275, 276, 283, 284, 285, 286, 287, 288, 289, 290, 291, 480, 2936],
    },
    'clients-keys: keys come back as they were given': {
      requests: 12,
      catches: [421, 422, 423, 424, 425, 426, 427, 428, 429, 430, 431, 432, 433, 434, 435, 436, 437, 441],
    },
    'clients-keys: a key set with a key that lacks a member, or whose kid is not its own, is refused': {
      requests: 13,
      catches: [387, 388, 389, 390, 391, 392, 393, 394, 395, 396, 397, 398, 399, 400, 401, 402],
    },
    'clients-keys: no client comes to carry a key that is neither RSA nor EC': {
      requests: 4,
      catches: [403, 404],
    },
    'clients-open: registrations whose answer the documents leave open are looked at': {
      requests: 16,
      catches: [],
    },
    'clients-open: a grant that needs early access, and no redirect URI, is looked at': {
      requests: 1,
      catches: [],
    },
    'clients-open: the interaction code grant is looked at': { requests: 2, catches: [] },
    'clients-open: what a client shows beyond the documents, and how an update treats it, is looked at': {
      requests: 15,
      catches: [],
    },
    'clients-open: the sizes of pages of clients, and how q matches, are looked at': {
      requests: 7,
      catches: [],
    },
    'clients-open: lists and revocations for an unknown client are looked at': { requests: 5, catches: [] },
    'clients-open: grants for an unknown client are looked at': { requests: 5, catches: [] },
    'clients-properties: a web client carries each setting it was given': {
      requests: 3,
      catches: [
        165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 208, 209, 210, 211, 212,
        213, 328, 332, 442, 443, 446, 447, 454, 455, 456, 457, 479,
      ],
    },
    'clients-properties: a client carries null for what it was not given': {
      requests: 3,
      catches: [189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 203, 204, 205, 206],
    },
    'clients-properties: a jwks_uri is carried, and null without one': {
      requests: 6,
      catches: [180, 181, 182, 199, 200, 461, 462, 463],
    },
    'clients-properties: front-channel logout settings are carried, and may be null': {
      requests: 11,
      catches: [183, 184, 185, 186, 187, 188, 201, 202, 207],
    },
    'clients-properties: a client carries each value of each enumeration': {
      requests: 45,
      catches: [
        214, 215, 216, 217, 218, 219, 220, 221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233,
        234, 235, 236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253,
        254, 255, 256, 257, 258, 288, 313, 327,
      ],
    },
    'clients-properties: a client registered without a setting carries its default': {
      requests: 12,
      catches: [259, 260, 261, 262, 263, 264, 265, 266],
    },
    'clients-properties: no client comes to carry a value outside an enumeration': {
      requests: 8,
      catches: [267, 268, 269, 270, 271, 272],
    },
    'clients-properties: a service client with a key set is registered and carries it': {
      requests: 3,
      catches: [438, 439, 440, 441, 458, 459, 460],
    },
    'clients-rules: clients with password or client_credentials need no redirect URI': {
      requests: 24,
      catches: [405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 419, 420],
    },
    'clients-rules: a client without a name, a redirect URI, a response type, or with a redirect URI of another form is refused':
      {
        requests: 15,
        catches: [
          363, 364, 365, 366, 367, 368, 369, 370, 371, 372, 373, 374, 375, 376, 377, 378, 379, 380, 381, 382,
          383, 384, 385, 386,
        ],
      },
    'clients-rules: an update is held to the rules of a registration, and a refused one changes nothing': {
      requests: 18,
      catches: [2938, 2939, 2940],
    },
    'clients-rules: authorization_code brings response type code with it': { requests: 4, catches: [299] },
    'clients-rules: an empty list of a client comes back as an empty array': {
      requests: 3,
      catches: [300, 301, 302, 303, 304],
    },
    'clients: a registered client is listed, without its secret': {
      requests: 3,
      catches: [444, 445, 464, 465, 466, 467, 473],
    },
    'clients: the list of clients is paged by limit and by its links': {
      requests: 18,
      catches: [32, 35, 38, 41, 47, 58, 61, 64, 67, 468, 469, 470, 471, 472, 473, 474, 475],
    },
    'clients: q finds clients by their name': { requests: 6, catches: [476, 477, 478] },
    'clients: an unknown client id is refused by each operation': {
      requests: 8,
      catches: [481, 482, 483, 484, 485, 486, 487, 488, 489, 490, 491, 492, 493, 494, 2895, 2896, 2898, 2899],
    },
    'clients: a deleted client is gone': { requests: 8, catches: [452, 453, 533, 534, 535] },
    'clients: a full update changes the settings of a client': {
      requests: 9,
      catches: [448, 449, 496, 497, 498, 499, 500, 501, 502, 503, 506, 507],
    },
    'clients: an update that leaves out a setting is refused and changes nothing': {
      requests: 21,
      catches: [508, 509, 510, 511, 512, 513, 514, 515, 516, 517, 518, 519, 520, 521, 522, 523, 2897],
    },
    'clients: an update gives no client another id or a secret that was chosen': {
      requests: 12,
      catches: [297, 298, 495, 504, 505],
    },
    'clients: newSecret gives a confidential client another secret': {
      requests: 6,
      catches: [450, 451, 524, 525, 526, 527, 528, 529, 530],
    },
    'clients: newSecret gives no secret to a client that has no use for one': {
      requests: 6,
      catches: [531, 532],
    },
    'conventions-paging: users are paged by limit and by the links of each page': {
      requests: 22,
      catches: [30, 33, 36, 39, 42, 45, 48, 50, 53, 56, 59, 62, 65, 68, 71, 74, 1687, 2933],
    },
    'conventions-paging: groups are paged by limit and by the links of each page': {
      requests: 16,
      catches: [31, 34, 37, 40, 43, 46, 49, 51, 54, 57, 60, 63, 66, 69, 72, 75, 703, 2933],
    },
    'conventions-paging: clients are paged by limit and by the links of each page': {
      requests: 10,
      catches: [32, 35, 38, 41, 44, 47, 52, 55, 58, 61, 64, 67, 70, 73, 76, 474, 475, 2933],
    },
    'conventions: successes of every area hold JSON and say so': {
      requests: 21,
      catches: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    },
    'conventions: timestamps of users and groups are ISO 8601 in UTC with milliseconds': {
      requests: 12,
      catches: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    },
    'conventions: timestamps of rules are ISO 8601 in UTC with milliseconds, and the expression type keeps its spelling':
      { requests: 7, catches: [20, 21, 22, 101] },
    'conventions: timestamps of clients are unix seconds': {
      requests: 4,
      catches: [23, 24, 25, 26, 27, 28, 29],
    },
    'conventions: links hold an href, and allowed methods are a list': {
      requests: 17,
      catches: [77, 78, 79, 80, 81, 82, 83, 84, 85, 86],
    },
    'conventions: links and embedded parts that a caller sends are not taken over': {
      requests: 27,
      catches: [87, 88, 89, 90, 91, 92, 93, 94],
    },
    'conventions: groups and providers are spelled with the word of the service': {
      requests: 7,
      catches: [95, 96, 97, 100],
    },
    'conventions: groups imported from a directory keep the spellings of their class and qualified name': {
      requests: 1,
      catches: [98, 99],
    },
    'conventions: the parameter svc-response of Content-Type trims users, read and listed': {
      requests: 6,
      catches: [102, 103, 104],
    },
    'credentials-hash: a hash of each algorithm, and with each parameter at its limits, is imported': {
      requests: 40,
      catches: [
        2311, 2312, 2313, 2314, 2315, 2316, 2317, 2318, 2319, 2320, 2321, 2322, 2323, 2326, 2362, 2364, 2366,
        2368, 2370, 2372,
      ],
    },
    'credentials-hash: a hash with a parameter that is missing, unknown or out of its limits is refused': {
      requests: 14,
      catches: [2340, 2341, 2342, 2343, 2344, 2345, 2346, 2347, 2353, 2354],
    },
    'credentials-hash: a user with a BCRYPT hash signs in with the password of it, and with no other': {
      requests: 4,
      catches: [2361, 2362],
    },
    'credentials-hash: a user with a SHA-512 hash signs in with the password of it, and with no other': {
      requests: 4,
      catches: [2363, 2364],
    },
    'credentials-hash: a user with a SHA-256 hash signs in with the password of it, and with no other': {
      requests: 4,
      catches: [2365, 2366],
    },
    'credentials-hash: a user with a SHA-1 hash signs in with the password of it, and with no other': {
      requests: 4,
      catches: [2367, 2368],
    },
    'credentials-hash: a user with an MD5 hash signs in with the password of it, and with no other': {
      requests: 4,
      catches: [2369, 2370],
    },
    'credentials-hash: a user with a PBKDF2 hash signs in with the password of it, and with no other': {
      requests: 4,
      catches: [2371, 2372],
    },
    'credentials-hash: a user with a hash with its salt before or after signs in with the password of it, and with no other':
      { requests: 8, catches: [2373, 2374] },
    'credentials-hash: a user with a hash of a password against the policy signs in with the password of it, and with no other':
      { requests: 4, catches: [2375, 2376] },
    'credentials-hash: POST of a user imports a hash while the user is STAGED, and not afterwards': {
      requests: 14,
      catches: [2377, 2378, 2379, 2380],
    },
    'credentials-hash: PUT of a user imports a hash while the user is STAGED, and not afterwards': {
      requests: 14,
      catches: [2381, 2382, 2383, 2384],
    },
    'credentials-operations: forgot_password without a body gives a way to reset, and leaves user and password as they were':
      { requests: 5, catches: [2424, 2428, 2429, 2485, 2486, 2492] },
    'credentials-operations: forgot_password without a body gives a way to reset, with a body it resets at once':
      { requests: 8, catches: [2486, 2493] },
    'credentials-operations: forgot_password with {"sendEmail":true} answers with an empty object': {
      requests: 4,
      catches: [2487, 2488],
    },
    'credentials-operations: forgot_password with {} answers with an empty object': {
      requests: 4,
      catches: [2489, 2490, 2491],
    },
    'credentials-operations: forgot_password with sendEmail=true sends a mail, with sendEmail=false none': {
      requests: 5,
      catches: [2491, 2492],
    },
    'credentials-operations: forgot_password of a STAGED user is refused, and the user stays STAGED': {
      requests: 10,
      catches: [2399, 2400, 2401, 2402],
    },
    'credentials-operations: forgot_password of a SUSPENDED user is refused, and the user stays SUSPENDED': {
      requests: 10,
      catches: [2403, 2404, 2405, 2406],
    },
    'credentials-operations: forgot_password of a PASSWORD_EXPIRED user is refused, and the user stays PASSWORD_EXPIRED':
      { requests: 10, catches: [2407, 2408, 2409, 2410] },
    'credentials-operations: forgot_password of a DEPROVISIONED user is refused, and the user stays DEPROVISIONED':
      { requests: 10, catches: [2411, 2412, 2413, 2414] },
    'credentials-operations: forgot_password is refused for a user without a recovery question': {
      requests: 8,
      catches: [2446, 2456, 2457, 2458, 2461, 2462, 2463],
    },
    'credentials-operations: forgot_password with the right answer sets the password': {
      requests: 8,
      catches: [2425, 2430, 2431, 2432, 2433, 2434, 2435, 2493, 2494, 2495, 2496, 2497],
    },
    'credentials-operations: a recovery answer is recognized in another case': {
      requests: 7,
      catches: [2494, 2498, 2499, 2500],
    },
    'credentials-operations: forgot_password with a wrong answer is refused, and the old password stays': {
      requests: 9,
      catches: [2444, 2456, 2457, 2458, 2462, 2463],
    },
    'credentials-operations: forgot_password without a password is refused, and the old password stays': {
      requests: 9,
      catches: [2449, 2456, 2457, 2458, 2462, 2463],
    },
    'credentials-operations: forgot_password without an answer is refused, and the old password stays': {
      requests: 9,
      catches: [2445, 2456, 2457, 2458, 2462, 2463],
    },
    'credentials-operations: forgot_password with a password against the policy is refused, and the old password stays':
      { requests: 9, catches: [2450, 2456, 2457, 2458, 2462, 2463] },
    'credentials-operations: change_password of a RECOVERY user sets the password and makes the user ACTIVE':
      { requests: 10, catches: [2426, 2436, 2437, 2438, 2439, 2501, 2502, 2503, 2504] },
    'credentials-operations: change_password with a wrong old one is refused, and the old password stays': {
      requests: 12,
      catches: [2447, 2459, 2460, 2464, 2465],
    },
    'credentials-operations: change_password without the old one is refused, and the old password stays': {
      requests: 12,
      catches: [2448, 2459, 2460, 2464, 2465],
    },
    'credentials-operations: change_password without a new one is refused, and the old password stays': {
      requests: 12,
      catches: [2451, 2459, 2460, 2464, 2465],
    },
    'credentials-operations: change_password to one against the policy is refused, and the old password stays':
      { requests: 12, catches: [2452, 2459, 2460, 2464, 2465] },
    'credentials-operations: change_password with {"revokeSessions":true} ends the sessions of the user': {
      requests: 7,
      catches: [2505, 2506],
    },
    'credentials-operations: change_password with {} keeps the sessions of the user': {
      requests: 7,
      catches: [2507],
    },
    'credentials-operations: a credential operation on an unknown user is refused with 404 and E0000007': {
      requests: 8,
      catches: [
        2469, 2470, 2471, 2472, 2473, 2474, 2475, 2476, 2477, 2478, 2479, 2480, 2481, 2482, 2483, 2484,
      ],
    },
    'credentials-password: the credentials of a user show that there is a password, and never which': {
      requests: 8,
      catches: [1436, 2295, 2296, 2297, 2298],
    },
    'credentials-password: an imported hash shows as a password, and never as itself': {
      requests: 6,
      catches: [2299, 2300, 2301, 2392],
    },
    'credentials-password: a password hook shows as a password, and never as itself': {
      requests: 5,
      catches: [2302, 2303, 2310],
    },
    'credentials-password: a password hook {} is refused': { requests: 5, catches: [2352] },
    'credentials-password: a password hook {"type":"another"} is refused': { requests: 5, catches: [2339] },
    'credentials-password: a create whose password or recovery question is null is accepted': {
      requests: 8,
      catches: [2308, 2309],
    },
    'credentials-password: a password has 72 characters at most': { requests: 10, catches: [2324, 2332] },
    'credentials-password: a password has 8 characters, upper and lower case letters and a digit': {
      requests: 16,
      catches: [2325, 2333, 2334, 2335, 2336],
    },
    'credentials-password: a password holds no part of the login of 4 characters or more': {
      requests: 19,
      catches: [2331, 2337, 2338, 2355, 2356, 2357, 2358],
    },
    'credentials-password: POST of a user with a password against the policy is refused, and the old password stays':
      { requests: 7, catches: [2359, 2360] },
    'credentials-password: PUT of a user with a password against the policy is refused, and the old password stays':
      { requests: 7, catches: [2359, 2360] },
    'credentials-password: a recovery question and its answer have 1 to 100 characters': {
      requests: 24,
      catches: [2327, 2328, 2329, 2330, 2348, 2349, 2350, 2351],
    },
    'credentials-password: an update, too, is held to the limits of passwords, questions and answers': {
      requests: 12,
      catches: [2987, 2988, 2989],
    },
    'credentials-password: the credentials of a user show the recovery question, and never its answer': {
      requests: 6,
      catches: [2304, 2305, 2306, 2307],
    },
    'credentials-provider: the credentials of every user show where they are kept': {
      requests: 12,
      catches: [2385, 2386, 2387, 2388, 2389],
    },
    'credentials-provider: a provider sent in a POST of a user is not taken over': {
      requests: 5,
      catches: [2390],
    },
    'credentials-provider: a provider sent in a PUT of a user is not taken over': {
      requests: 5,
      catches: [2391],
    },
    'credentials-provider: a user of the provider FEDERATION carries it, and has no password and no recovery question':
      { requests: 4, catches: [1448, 2254, 2393, 2394, 2397, 2398] },
    'credentials-provider: a user of the provider SOCIAL carries it, and has no password and no recovery question':
      { requests: 4, catches: [1448, 1450, 2256, 2395, 2396, 2397, 2398] },
    'credentials-question: change_recovery_question works for a STAGED user, who stays so': {
      requests: 5,
      catches: [2415, 2416, 2417],
    },
    'credentials-question: change_recovery_question works for a ACTIVE user, who stays so': {
      requests: 5,
      catches: [120, 2418, 2419, 2420, 2427],
    },
    'credentials-question: change_recovery_question works for a RECOVERY user, who stays so': {
      requests: 7,
      catches: [2421, 2422, 2423],
    },
    'credentials-question: change_recovery_question puts a new answer in the place of the old one': {
      requests: 7,
      catches: [2440, 2441, 2442, 2443, 2508, 2509, 2510, 2511],
    },
    'credentials-question: change_recovery_question with a wrong password is refused, and the old question stays':
      { requests: 6, catches: [2453, 2466, 2467, 2468] },
    'credentials-question: change_recovery_question without a password is refused, and the old question stays':
      { requests: 6, catches: [2454, 2466, 2467, 2468] },
    'credentials-question: change_recovery_question without a question is refused, and the old question stays':
      { requests: 6, catches: [2455, 2466, 2467, 2468] },
    'deleted: a group that was deleted is found no more, and is not among those of its members': {
      requests: 18,
      catches: [672, 673, 831, 2945, 2946],
    },
    'deleted: a user who was removed is found no more': { requests: 13, catches: [2234, 2985] },
    'deleted: a rule that was deleted is found no more': { requests: 12, catches: [959, 962] },
    'errors: refusals outside the client endpoints carry the five parts of a platform-style body': {
      requests: 17,
      catches: [
        2875, 2876, 2877, 2878, 2879, 2880, 2881, 2882, 2883, 2884, 2885, 2886, 2887, 2888, 2889, 2890,
      ],
    },
    'errors: refusals of client endpoints carry an OAuth-style body, and those of newSecret a platform-style one':
      { requests: 9, catches: [492, 2891, 2892, 2893, 2894, 2895, 2896, 2897, 2898, 2899, 2900] },
    'errors: an id that belongs to nothing is refused with 404 and E0000007 by reads, writes and lifecycle operations':
      {
        requests: 31,
        catches: [
          2901, 2902, 2903, 2904, 2905, 2906, 2907, 2908, 2909, 2910, 2911, 2912, 2913, 2914, 2915, 2916,
          2917, 2918, 2919, 2920, 2921, 2922, 2923, 2924, 2925, 2926, 2927, 2928, 2929, 2930, 2931, 2932,
        ],
      },
    'every-answer: no answer to any call shows what no answer may': {
      requests: 0,
      catches: [
        3, 4, 5, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 24, 26, 28, 29, 50, 51, 52, 474, 598,
        602, 606, 1543, 1544, 1547, 1548, 1549, 1550, 1551, 1554, 1555, 1556, 1557, 1558, 1561, 1562, 1563,
        1564, 1565, 1568, 1569, 1570, 1571, 1572, 1575, 1576, 1577, 1578, 1579, 1582, 1583, 1584, 1585, 1586,
        1589, 1590, 1591, 1592, 1593, 1596, 1597, 1598, 1599, 1600, 1603, 1604, 1605, 1606, 1607, 1610, 1611,
        1612, 1613, 1614, 1617, 1618, 1619, 1620, 1621, 1622, 1623, 1624, 1625, 1626, 1627, 1629, 2297, 2300,
        2306, 2307, 2523, 2550, 2677, 2704, 2714,
      ],
    },
    'every-answer: links to operations of the service lead to one address': {
      requests: 10,
      catches: [1620, 1621],
    },
    'every-operation: getUser, listUserAppLinks, listUserGroups: strangers are refused, and nothing changes but what it is for':
      { requests: 52, catches: [3, 105, 106, 107, 108, 110, 154, 156, 2807, 2808, 2864, 2865, 2902, 2908] },
    'every-operation: listUserGrants, listUserClients: strangers are refused, and nothing changes but what it is for':
      { requests: 42, catches: [105, 106, 108, 109, 110, 111, 2864, 2865] },
    'every-operation: suspendUser: strangers are refused, and nothing changes but what it is for': {
      requests: 34,
      catches: [
        3, 110, 112, 122, 123, 127, 137, 139, 149, 157, 159, 2837, 2838, 2839, 2864, 2865, 2866, 2912,
      ],
    },
    'every-operation: unsuspendUser: strangers are refused, and nothing changes but what it is for': {
      requests: 38,
      catches: [108, 122, 123, 140, 160, 2864, 2865, 2866],
    },
    'every-operation: activateUser: strangers are refused, and nothing changes but what it is for': {
      requests: 32,
      catches: [108, 110, 124, 2843, 2844, 2845, 2864, 2865, 2866],
    },
    'every-operation: reactivateUser: strangers are refused, and nothing changes but what it is for': {
      requests: 37,
      catches: [110, 138, 2864, 2865],
    },
    'every-operation: deactivateUser: strangers are refused, and nothing changes but what it is for': {
      requests: 31,
      catches: [110, 155, 2840, 2841, 2842, 2864, 2865, 2866, 2910],
    },
    'every-operation: unlockUser: strangers are refused, and nothing changes but what it is for': {
      requests: 25,
      catches: [110, 2864, 2865, 2866],
    },
    'every-operation: resetPassword: strangers are refused, and nothing changes but what it is for': {
      requests: 31,
      catches: [110, 128, 2864, 2865, 2866],
    },
    'every-operation: expirePassword: strangers are refused, and nothing changes but what it is for': {
      requests: 31,
      catches: [110, 161, 2864, 2865, 2866],
    },
    'every-operation: resetFactors: strangers are refused, and nothing changes but what it is for': {
      requests: 25,
      catches: [162, 2864, 2865, 2866],
    },
    'every-operation: deleteUser: strangers are refused, and nothing changes but what it is for': {
      requests: 31,
      catches: [110, 114, 2846, 2847, 2848, 2864, 2865, 2906],
    },
    'every-operation: clearUserSessions: strangers are refused, and nothing changes but what it is for': {
      requests: 32,
      catches: [118, 125, 143, 2864, 2865, 2914],
    },
    'every-operation: forgotPassword: strangers are refused, and nothing changes but what it is for': {
      requests: 32,
      catches: [110, 119, 164, 2855, 2856, 2864, 2865],
    },
    'every-operation: forgotPasswordWithAnswer: strangers are refused, and nothing changes but what it is for':
      { requests: 33, catches: [110, 2857, 2858, 2864, 2865, 2866] },
    'every-operation: changePassword: strangers are refused, and nothing changes but what it is for': {
      requests: 39,
      catches: [108, 110, 2849, 2850, 2851, 2864, 2865, 2866],
    },
    'every-operation: changeRecoveryQuestion: strangers are refused, and nothing changes but what it is for':
      { requests: 32, catches: [110, 120, 126, 142, 163, 2852, 2853, 2854, 2864, 2865, 2866] },
    'every-operation: updateUser: strangers are refused, and nothing changes but what it is for': {
      requests: 32,
      catches: [105, 106, 110, 113, 121, 129, 141, 152, 2812, 2813, 2814, 2864, 2865, 2866, 2904],
    },
    'every-operation: replaceUser: strangers are refused, and nothing changes but what it is for': {
      requests: 31,
      catches: [105, 106, 110, 2809, 2810, 2811, 2864, 2865],
    },
    'every-operation: createUser: strangers are refused, and nothing changes but what it is for': {
      requests: 16,
      catches: [105, 110, 1425, 2802, 2803, 2804, 2864, 2865, 2866],
    },
    'every-operation: getGroup, listGroupUsers, listGroupApps: strangers are refused, and nothing changes but what it is for':
      { requests: 62, catches: [4, 105, 110, 150, 2820, 2821, 2822, 2823, 2864, 2865, 2916, 2922] },
    'every-operation: updateGroup: strangers are refused, and nothing changes but what it is for': {
      requests: 45,
      catches: [4, 2824, 2825, 2826, 2864, 2865, 2918],
    },
    'every-operation: deleteGroup: strangers are refused, and nothing changes but what it is for': {
      requests: 45,
      catches: [115, 158, 2827, 2828, 2829, 2864, 2865, 2920],
    },
    'every-operation: addUserToGroup: strangers are refused, and nothing changes but what it is for': {
      requests: 41,
      catches: [144, 580, 2864, 2865, 2924],
    },
    'every-operation: removeUserFromGroup: strangers are refused, and nothing changes but what it is for': {
      requests: 45,
      catches: [117, 145, 581, 2864, 2865],
    },
    'every-operation: createGroup: strangers are refused, and nothing changes but what it is for': {
      requests: 7,
      catches: [558, 2815, 2816, 2864, 2865],
    },
    'every-operation: getGroupRule: strangers are refused, and nothing changes but what it is for': {
      requests: 27,
      catches: [2835, 2836, 2864, 2865, 2926],
    },
    'every-operation: listGroupRules: strangers are refused, and nothing changes but what it is for': {
      requests: 26,
      catches: [2833, 2834, 2864, 2865],
    },
    'every-operation: createGroupRule: strangers are refused, and nothing changes but what it is for': {
      requests: 20,
      catches: [2830, 2831, 2864, 2865],
    },
    'every-operation: updateGroupRule: strangers are refused, and nothing changes but what it is for': {
      requests: 27,
      catches: [147, 2864, 2865],
    },
    'every-operation: activateGroupRule: strangers are refused, and nothing changes but what it is for': {
      requests: 27,
      catches: [2864, 2865, 2866, 2930],
    },
    'every-operation: deactivateGroupRule: strangers are refused, and nothing changes but what it is for': {
      requests: 30,
      catches: [146, 2864, 2865, 2866],
    },
    'every-operation: deleteGroupRule: strangers are refused, and nothing changes but what it is for': {
      requests: 27,
      catches: [2864, 2865, 2928],
    },
    'every-operation: getClient: strangers are refused, and nothing changes but what it is for': {
      requests: 22,
      catches: [5, 481, 2792, 2793, 2864, 2865],
    },
    'every-operation: updateClient: strangers are refused, and nothing changes but what it is for': {
      requests: 22,
      catches: [5, 493, 2794, 2795, 2796, 2864, 2865],
    },
    'every-operation: newClientSecret: strangers are refused, and nothing changes but what it is for': {
      requests: 22,
      catches: [5, 148, 489, 2797, 2798, 2864, 2865],
    },
    'every-operation: deleteClient: strangers are refused, and nothing changes but what it is for': {
      requests: 22,
      catches: [116, 151, 485, 2799, 2800, 2801, 2864, 2865],
    },
    'every-operation: registerClient: strangers are refused, and nothing changes but what it is for': {
      requests: 7,
      catches: [5, 2787, 2788, 2864, 2865],
    },
    'every-operation: listUsers: strangers are refused, and nothing changes but what it is for': {
      requests: 12,
      catches: [3, 153, 2805, 2806, 2864, 2865],
    },
    'every-operation: listGroups: strangers are refused, and nothing changes but what it is for': {
      requests: 11,
      catches: [2818, 2819, 2864, 2865],
    },
    'every-operation: listClients: strangers are refused, and nothing changes but what it is for': {
      requests: 11,
      catches: [5, 2790, 2791, 2864, 2865],
    },
    'every-operation: getUserGrant, listUserClientGrants, listUserClients: strangers are refused, and nothing changes but what it is for':
      { requests: 59, catches: [105, 109, 110, 111, 2864, 2865] },
    'every-operation: revokeUserGrants: strangers are refused, and nothing changes but what it is for': {
      requests: 39,
      catches: [2864, 2865],
    },
    'every-operation: revokeUserGrant: strangers are refused, and nothing changes but what it is for': {
      requests: 39,
      catches: [2864, 2865],
    },
    'every-operation: revokeUserClientGrants: strangers are refused, and nothing changes but what it is for':
      { requests: 39, catches: [2864, 2865] },
    'every-operation: getUserClientToken, listUserClientTokens: strangers are refused, and nothing changes but what it is for':
      { requests: 49, catches: [105, 110, 2864, 2865] },
    'every-operation: revokeUserClientTokens: strangers are refused, and nothing changes but what it is for':
      { requests: 39, catches: [2864, 2865] },
    'every-operation: revokeUserClientToken: strangers are refused, and nothing changes but what it is for': {
      requests: 39,
      catches: [2864, 2865],
    },
    'every-operation: reads of a suspended user leave it suspended': {
      requests: 12,
      catches: [106, 107, 111],
    },
    'grants-revoke: a revoked grant is not in force, and the others are': {
      requests: 16,
      catches: [2618, 2619, 2620, 2621, 2622, 2630],
    },
    'grants-revoke: all grants of a user are revoked together': {
      requests: 17,
      catches: [2613, 2614, 2615, 2616, 2617, 2628, 2992],
    },
    'grants-revoke: the grants of a user for a client are revoked together': {
      requests: 17,
      catches: [2623, 2624, 2625, 2626, 2627, 2629, 2991],
    },
    'grants-revoke: a grant outlives the refresh tokens of its user and client': {
      requests: 13,
      catches: [2632],
    },
    'grants: the grants of a user are listed and read, with all they carry': {
      requests: 22,
      catches: [
        86, 2512, 2513, 2514, 2515, 2516, 2517, 2518, 2519, 2520, 2521, 2522, 2523, 2524, 2525, 2526, 2527,
        2528, 2529, 2530, 2531, 2532, 2533, 2534, 2535, 2536, 2537, 2538, 2539, 2540, 2541, 2542, 2543, 2544,
        2545, 2546, 2547, 2548, 2549, 2550, 2551, 2552, 2553, 2554, 2555, 2556, 2557, 2558, 2559, 2560, 2561,
        2562, 2563, 2564, 2565, 2566, 2567, 2568, 2569, 2570, 2571, 2586, 2587, 2588, 2589, 2590, 2591, 2592,
        2593, 2594, 2595, 2596, 2597, 2598, 2599, 2600, 2601, 2602, 2603, 2604, 2605, 2606, 2607, 2608, 2611,
        2612, 2631, 2637, 2638, 2639, 2640, 2641, 2642, 2643, 2644, 2653, 2654, 2655, 2656, 2657, 2658, 2659,
        2660, 2990,
      ],
    },
    'grants: the clients of a user are those it gave consent to': {
      requests: 12,
      catches: [2572, 2573, 2574, 2575, 2576, 2577, 2578, 2579, 2580, 2581, 2582, 2583, 2584],
    },
    'grants: a client is no longer among those of a user that has no grant and no token of it': {
      requests: 13,
      catches: [2994],
    },
    'grants: the clients of a user are those with a refresh token of it, too': {
      requests: 8,
      catches: [2585],
    },
    'grants: the grants of me are listed in a session': { requests: 5, catches: [2609, 2610] },
    'grants: grants and clients of an unknown user are refused': {
      requests: 14,
      catches: [
        2633, 2634, 2635, 2636, 2637, 2638, 2639, 2640, 2641, 2642, 2643, 2644, 2645, 2646, 2647, 2648, 2649,
        2650, 2651, 2652, 2653, 2654, 2655, 2656, 2657, 2658, 2659, 2660, 2661, 2662, 2663, 2664, 2665, 2666,
        2667, 2668,
      ],
    },
    'group-apps: the applications of a group are records with the documented fields, in pages': {
      requests: 8,
      catches: [
        997, 998, 999, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013,
        1014, 1015, 1016, 1017, 1018, 1019, 1020, 1021, 1022, 1023, 1024, 1025, 1026, 1027, 1028, 1029, 1030,
        1031, 1032, 1033, 1034, 1035, 1036, 1045, 1046, 1047,
      ],
    },
    'group-apps: the applications of a group come in pages of the asked size, each application once': {
      requests: 8,
      catches: [1037, 1038, 1039, 1040, 1041, 1042, 1043, 1044, 1054],
    },
    'group-apps: a group without applications has an empty list of them, and an unknown group has none': {
      requests: 4,
      catches: [1046, 1047, 1048, 1049, 1050, 1051, 1052, 1053],
    },
    'groups-find: a filter finds groups by id, by and, or and parentheses': {
      requests: 15,
      catches: [736, 740, 741, 742, 763, 767, 768, 769],
    },
    'groups-find: a filter by type finds groups of that type, and no others': {
      requests: 8,
      catches: [737, 738, 739, 764, 765, 766],
    },
    'groups-find: filter and search find groups by their timestamps: gt later ones, lt earlier ones, neither the equal one':
      {
        requests: 21,
        catches: [
          749, 750, 751, 756, 757, 758, 759, 775, 776, 777, 781, 782, 785, 786, 787, 788, 789, 790, 791, 792,
          793, 794, 795, 796, 797, 798, 799, 800, 801, 802,
        ],
      },
    'groups-find: the time of the members and the time of the profile are two': {
      requests: 20,
      catches: [750, 751, 775, 776, 777, 785, 786, 787, 794, 795, 2948, 2949],
    },
    'groups-find: a filter by type tells an APP_GROUP apart': {
      requests: 3,
      catches: [737, 738, 764, 765, 766, 2950],
    },
    'groups-find: a search finds groups by their properties, and no others': {
      requests: 31,
      catches: [
        743, 744, 745, 748, 752, 753, 755, 760, 761, 762, 770, 771, 774, 778, 780, 783, 784, 803, 804, 805,
        806,
      ],
    },
    'groups-find: a search by a custom property finds the group that holds the value': {
      requests: 5,
      catches: [746, 772],
    },
    'groups-find: a search by source.id finds the group of that source': { requests: 3, catches: [754, 779] },
    'groups-find: a search by samAccountName finds the directory group that holds the value': {
      requests: 4,
      catches: [747, 773],
    },
    'groups-list: the list of groups is an array in pages of the asked size, each behind the next link of the one before':
      {
        requests: 16,
        catches: [
          31, 34, 37, 40, 43, 46, 49, 57, 60, 699, 700, 701, 702, 703, 704, 705, 706, 707, 708, 709, 710, 711,
          712, 713, 714,
        ],
      },
    'groups-list: q finds groups by name, the exact match first, and without pages': {
      requests: 11,
      catches: [715, 716, 717, 718, 719, 720, 2947],
    },
    'groups-list: expand adds _embedded to each group': { requests: 6, catches: [721, 722, 725, 726, 807] },
    'groups-list: expand=app adds _embedded to an APP_GROUP': { requests: 1, catches: [723, 724] },
    'groups-list: a search of groups is sorted by sortBy, in the order of sortOrder, and by id where values are equal':
      { requests: 16, catches: [727, 728, 729, 730, 731, 732, 733, 734] },
    'groups-list: a group administrator does not see the everyone group': { requests: 9, catches: [735] },
    'groups-metadata: every group carries its metadata': {
      requests: 7,
      catches: [
        16, 17, 18, 19, 95, 96, 536, 537, 538, 539, 540, 541, 542, 543, 544, 545, 546, 547, 548, 549, 550,
        551, 552, 553, 554, 555, 556, 557, 558, 559, 560, 561, 562, 662,
      ],
    },
    'groups-metadata: what only the service sets is not taken from a create or an update': {
      requests: 47,
      catches: [563, 564, 565, 566, 567, 568, 569, 570, 571, 572, 573, 574, 575, 576, 577],
    },
    'groups-metadata: lastUpdated follows the profile, and lastMembershipUpdated the members': {
      requests: 17,
      catches: [578, 579, 580, 581, 582, 583, 584, 585, 586],
    },
    'groups-metadata: the links of a group lead to it, its members, its applications and its logos': {
      requests: 10,
      catches: [80, 81, 82, 596, 597, 598, 599, 600, 601, 602, 603, 604, 605, 606, 607, 608, 609, 610, 611],
    },
    'groups-metadata: the profile and the members of an SVC_GROUP are changed through the API': {
      requests: 11,
      catches: [587, 588, 589],
    },
    'groups-metadata: an imported group tells its type and its source': {
      requests: 1,
      catches: [590, 593, 594, 595],
    },
    'groups-operations: a group is created, and found again under its id': {
      requests: 3,
      catches: [558, 660, 661, 662, 663, 664, 665],
    },
    'groups-operations: a create without a profile is refused': { requests: 4, catches: [617, 618] },
    'groups-operations: an update stores the whole profile, and a get right after shows it': {
      requests: 11,
      catches: [587, 666, 667, 668, 669, 671, 676],
    },
    'groups-operations: an update drops a custom property that was not sent': {
      requests: 4,
      catches: [2943],
    },
    'groups-operations: an update without a profile, or without a name in it, is refused and changes nothing':
      { requests: 11, catches: [670, 679, 680, 681, 682] },
    'groups-operations: an SVC_GROUP is deleted': {
      requests: 20,
      catches: [672, 673, 674, 675, 677, 678, 809, 810, 811, 812, 813, 814, 815, 2944, 2945, 2946],
    },
    'groups-operations: an unknown group id is refused with 404 and E0000007': {
      requests: 8,
      catches: [
        686, 687, 688, 689, 690, 691, 692, 693, 694, 695, 696, 697, 808, 2886, 2915, 2916, 2917, 2918, 2919,
        2920,
      ],
    },
    'groups-operations: an update of an APP_GROUP is refused and changes nothing': {
      requests: 6,
      catches: [683, 684],
    },
    'groups-operations: an update of a BUILT_IN group is refused and changes nothing': {
      requests: 7,
      catches: [591, 592],
    },
    'groups-operations: an APP_GROUP is deleted': { requests: 3, catches: [673, 674, 675, 678] },
    'groups-operations: an APP_GROUP that a group push mapping uses is not deleted': {
      requests: 5,
      catches: [685, 698],
    },
    'groups-profile: a group carries the name and the description it was given': {
      requests: 3,
      catches: [612, 613, 614, 615, 645],
    },
    'groups-profile: a description may be null, left out or empty': {
      requests: 13,
      catches: [627, 637, 638, 639],
    },
    'groups-profile: names and descriptions at the edge of a limit are accepted and kept whole': {
      requests: 12,
      catches: [625, 626, 628, 634, 635, 2942],
    },
    'groups-profile: a create with a name or a description that is missing, too short or too long is refused':
      { requests: 10, catches: [616, 619, 620, 621, 622, 623, 624, 629, 630, 631] },
    'groups-profile: an update with a name that is too short or too long keeps the old name': {
      requests: 9,
      catches: [632, 633, 636, 2941],
    },
    'groups-profile: a profile property of a group that no schema declares is not stored': {
      requests: 4,
      catches: [640, 641],
    },
    'groups-profile: a declared custom property of a group is kept, HTML and all': {
      requests: 6,
      catches: [642, 643, 644, 645],
    },
    'groups-profile: a directory group carries its profile, and an update of it is refused': {
      requests: 6,
      catches: [99, 646, 647, 648, 649, 650, 651, 652, 653, 654, 655, 656, 657, 658, 659],
    },
    'lifecycle-create: a create of a user without credentials with activate=false ends in STAGED': {
      requests: 4,
      catches: [2236, 2237],
    },
    'lifecycle-create: a create of a user with a password with activate=false ends in STAGED': {
      requests: 4,
      catches: [2238, 2239],
    },
    'lifecycle-create: a create of a user with a recovery question with activate=false ends in STAGED': {
      requests: 4,
      catches: [2240, 2241],
    },
    'lifecycle-create: a create of a user without credentials with activate=true ends in PROVISIONED or ACTIVE':
      { requests: 4, catches: [2242, 2243, 2258, 2262] },
    'lifecycle-create: a create of a user with a recovery question with activate=true ends in PROVISIONED or ACTIVE':
      { requests: 4, catches: [2244, 2245] },
    'lifecycle-create: a create of a user with a password with activate=true ends in ACTIVE': {
      requests: 4,
      catches: [2246, 2247, 2260, 2261],
    },
    'lifecycle-create: a create of a user with a password with activate=true and nextLogin=changePassword ends in ACTIVE or PASSWORD_EXPIRED':
      { requests: 4, catches: [2248, 2249] },
    'lifecycle-create: a create of a user of the provider FEDERATION with provider=true and activate=true ends in ACTIVE':
      { requests: 4, catches: [1448, 2250, 2251] },
    'lifecycle-create: a create of a user of the provider FEDERATION with provider=true and activate=false ends in STAGED':
      { requests: 4, catches: [2254, 2255] },
    'lifecycle-create: a create of a user of the provider SOCIAL with provider=true and activate=true ends in ACTIVE':
      { requests: 4, catches: [2252, 2253] },
    'lifecycle-create: a create of a user of the provider SOCIAL with provider=true and activate=false ends in STAGED':
      { requests: 4, catches: [2256, 2257] },
    'lifecycle-create: a new ACTIVE user signs in with its password, and with no other': {
      requests: 3,
      catches: [2264],
    },
    'lifecycle-create: a user who has to change the password is not let in with it': {
      requests: 6,
      catches: [2265],
    },
    'lifecycle-create: where a password is required, a create without one ends in PROVISIONED': {
      requests: 4,
      catches: [2258, 2259],
    },
    'lifecycle-create: where a password is optional, a create with one ends in ACTIVE': {
      requests: 4,
      catches: [2260, 2261],
    },
    'lifecycle-create: where a password is optional, a create without one ends in ACTIVE': {
      requests: 4,
      catches: [2262, 2263],
    },
    'lifecycle-create: where a password is disabled, a create without one ends in ACTIVE': {
      requests: 4,
      catches: [2262, 2263],
    },
    'lifecycle-create: where passwords are disabled, an administrator cannot set one': {
      requests: 5,
      catches: [2266],
    },
    'lifecycle-effects: a SUSPENDED user stays in its groups': { requests: 9, catches: [139, 2214, 2952] },
    'lifecycle-effects: a SUSPENDED user keeps its applications': { requests: 9, catches: [2215] },
    'lifecycle-effects: after suspend the user cannot sign in': { requests: 4, catches: [2216] },
    'lifecycle-effects: after reset_password?sendEmail=false the user cannot sign in': {
      requests: 4,
      catches: [2220],
    },
    'lifecycle-effects: unlocking lifts the block of a user on unknown devices': {
      requests: 6,
      catches: [2217, 2218, 2219],
    },
    'lifecycle-effects: a user whose password is being reset cannot recover it with the answer': {
      requests: 9,
      catches: [2221],
    },
    'lifecycle-effects: reset_password with revokeSessions=true ends the sessions of the user': {
      requests: 6,
      catches: [2222, 2223],
    },
    'lifecycle-effects: reset_password without revokeSessions keeps the sessions of the user': {
      requests: 6,
      catches: [2224],
    },
    'lifecycle-effects: reset_password makes a user a federated one, and one of the service again': {
      requests: 7,
      catches: [2197, 2198, 2201, 2202, 2206, 2207],
    },
    'lifecycle-effects: a user becomes a federated one without a word of mail': {
      requests: 5,
      catches: [2199, 2200],
    },
    'lifecycle-effects: no mail can be asked for when a user becomes a federated one': {
      requests: 6,
      catches: [2203, 2204, 2205],
    },
    'lifecycle-effects: a temporary password takes the place of the old one': {
      requests: 8,
      catches: [1972, 2227, 2228],
    },
    'lifecycle-effects: reset_factors takes all second factors from a user': {
      requests: 6,
      catches: [2148, 2149, 2150, 2229, 2230],
    },
    'lifecycle-replies: deactivate answers with 200 and an empty object': {
      requests: 4,
      catches: [2136, 2137, 2138],
    },
    'lifecycle-replies: suspend answers with 200 and an empty object': {
      requests: 4,
      catches: [2139, 2140, 2141],
    },
    'lifecycle-replies: unsuspend answers with 200 and an empty object': {
      requests: 6,
      catches: [2142, 2143, 2144],
    },
    'lifecycle-replies: unlock answers with 200 and an empty object': {
      requests: 4,
      catches: [2145, 2146, 2147],
    },
    'lifecycle-replies: activate?sendEmail=false of a STAGED user answers with what is needed': {
      requests: 4,
      catches: [2151, 2152, 2153, 2154, 2184],
    },
    'lifecycle-replies: reactivate?sendEmail=false of a PROVISIONED user answers with what is needed': {
      requests: 6,
      catches: [2155, 2156, 2157, 2158, 2186, 2208],
    },
    'lifecycle-replies: reactivate?sendEmail=false of a RECOVERY user answers with what is needed': {
      requests: 6,
      catches: [2209],
    },
    'lifecycle-replies: reset_password?sendEmail=false of a ACTIVE user answers with what is needed': {
      requests: 4,
      catches: [2159, 2160, 2188],
    },
    'lifecycle-replies: expire_password?tempPassword=true of a ACTIVE user answers with what is needed': {
      requests: 4,
      catches: [1971, 1973, 2161, 2162, 2225, 2226],
    },
    'lifecycle-replies: activate?sendEmail=true answers with an empty object': {
      requests: 4,
      catches: [2173, 2174],
    },
    'lifecycle-replies: activate answers with an empty object': { requests: 4, catches: [2175, 2176, 2183] },
    'lifecycle-replies: reactivate?sendEmail=true answers with an empty object': {
      requests: 6,
      catches: [2177, 2178, 2185],
    },
    'lifecycle-replies: reset_password?sendEmail=true answers with an empty object': {
      requests: 4,
      catches: [2179, 2180],
    },
    'lifecycle-replies: reset_password answers with an empty object': {
      requests: 4,
      catches: [2181, 2182, 2187],
    },
    'lifecycle-replies: activate with sendEmail=true sends a mail': { requests: 8, catches: [2183, 2184] },
    'lifecycle-replies: reactivate with sendEmail=true sends a mail': { requests: 12, catches: [2185, 2186] },
    'lifecycle-replies: reset_password with sendEmail=true sends a mail': {
      requests: 8,
      catches: [2187, 2188],
    },
    'lifecycle-replies: deactivate with sendEmail=true sends a mail': { requests: 4, catches: [2189] },
    'lifecycle-replies: DELETE with sendEmail=true sends a mail': { requests: 4, catches: [2193] },
    'lifecycle-replies: deactivate without sendEmail sends no mail': { requests: 5, catches: [2190] },
    'lifecycle-replies: DELETE without sendEmail sends no mail': { requests: 5, catches: [2194] },
    'lifecycle-replies: deactivate may be asked to respond before it is done': {
      requests: 5,
      catches: [2191, 2192],
    },
    'lifecycle-replies: DELETE may be asked to respond before it is done': {
      requests: 5,
      catches: [2195, 2196],
    },
    'lifecycle-replies: a transition that takes its time shows where it leads until it is done': {
      requests: 20,
      catches: [2210, 2211, 2212, 2213, 2267],
    },
    'lifecycle-replies: expire_password answers with the full user': {
      requests: 4,
      catches: [1948, 2163, 2164, 2165, 2166, 2167, 2168, 2169, 2170, 2171, 2172],
    },
    'lifecycle-replies: a user is removed by a second DELETE and is gone for good': {
      requests: 19,
      catches: [1950, 2231, 2232, 2233, 2234, 2235, 2268, 2984],
    },
    'lifecycle: lifecycle/activate?sendEmail=false moves a STAGED user to ACTIVE': {
      requests: 5,
      catches: [1902, 1903, 1904],
    },
    'lifecycle: lifecycle/activate?sendEmail=false moves a DEPROVISIONED user to ACTIVE or PROVISIONED': {
      requests: 7,
      catches: [1905, 1906, 1907],
    },
    'lifecycle: lifecycle/deactivate moves a STAGED user to DEPROVISIONED': {
      requests: 5,
      catches: [1908, 1909, 1910],
    },
    'lifecycle: lifecycle/deactivate moves a PROVISIONED user to DEPROVISIONED': {
      requests: 7,
      catches: [1911, 1912, 1913],
    },
    'lifecycle: lifecycle/deactivate moves a ACTIVE user to DEPROVISIONED': {
      requests: 5,
      catches: [1914, 1915, 1916],
    },
    'lifecycle: lifecycle/deactivate moves a RECOVERY user to DEPROVISIONED': {
      requests: 7,
      catches: [1917, 1918, 1919],
    },
    'lifecycle: lifecycle/deactivate moves a PASSWORD_EXPIRED user to DEPROVISIONED': {
      requests: 7,
      catches: [1920, 1921, 1922],
    },
    'lifecycle: lifecycle/deactivate moves a SUSPENDED user to DEPROVISIONED': {
      requests: 7,
      catches: [1923, 1924, 1925],
    },
    'lifecycle: lifecycle/deactivate moves a LOCKED_OUT user to DEPROVISIONED': {
      requests: 5,
      catches: [1926, 1927, 1928],
    },
    'lifecycle: lifecycle/suspend moves a ACTIVE user to SUSPENDED': {
      requests: 5,
      catches: [1929, 1930, 1931, 2216],
    },
    'lifecycle: lifecycle/unsuspend moves a SUSPENDED user to ACTIVE': {
      requests: 7,
      catches: [1932, 1933, 1934],
    },
    'lifecycle: lifecycle/unlock moves a LOCKED_OUT user to ACTIVE': {
      requests: 5,
      catches: [1935, 1936, 1937],
    },
    'lifecycle: lifecycle/reset_password?sendEmail=false moves a ACTIVE user to RECOVERY': {
      requests: 5,
      catches: [1938, 1939, 1940, 2220],
    },
    'lifecycle: lifecycle/reset_password?sendEmail=false moves a PASSWORD_EXPIRED user to RECOVERY': {
      requests: 7,
      catches: [1941, 1942, 1943],
    },
    'lifecycle: lifecycle/reset_password?sendEmail=false moves a LOCKED_OUT user to RECOVERY': {
      requests: 5,
      catches: [1944, 1945, 1946],
    },
    'lifecycle: lifecycle/expire_password moves a ACTIVE user to PASSWORD_EXPIRED': {
      requests: 5,
      catches: [1947, 1948, 1949],
    },
    'lifecycle: DELETE moves a STAGED user to DEPROVISIONED': { requests: 5, catches: [1950, 1951, 1952] },
    'lifecycle: DELETE moves a PROVISIONED user to DEPROVISIONED': {
      requests: 7,
      catches: [1953, 1954, 1955],
    },
    'lifecycle: DELETE moves a ACTIVE user to DEPROVISIONED': { requests: 5, catches: [1956, 1957, 1958] },
    'lifecycle: DELETE moves a RECOVERY user to DEPROVISIONED': { requests: 7, catches: [1959, 1960, 1961] },
    'lifecycle: DELETE moves a PASSWORD_EXPIRED user to DEPROVISIONED': {
      requests: 7,
      catches: [1962, 1963, 1964],
    },
    'lifecycle: DELETE moves a SUSPENDED user to DEPROVISIONED': { requests: 7, catches: [1965, 1966, 1967] },
    'lifecycle: DELETE moves a LOCKED_OUT user to DEPROVISIONED': {
      requests: 5,
      catches: [1968, 1969, 1970],
    },
    'lifecycle: lifecycle/expire_password?tempPassword=true moves a ACTIVE user to PASSWORD_EXPIRED': {
      requests: 5,
      catches: [1971, 1972, 1973],
    },
    'lifecycle: what a STAGED user is not ready for is refused, and the user stays STAGED': {
      requests: 9,
      catches: [
        1974, 1975, 1976, 1977, 1978, 2009, 2010, 2011, 2012, 2013, 2044, 2045, 2046, 2047, 2048, 2084, 2085,
        2888, 2970,
      ],
    },
    'lifecycle: what a PROVISIONED user is not ready for is refused, and the user stays PROVISIONED': {
      requests: 9,
      catches: [1979, 1980, 1981, 1982, 1983, 2014, 2015, 2016, 2017, 2018, 2970],
    },
    'lifecycle: what a ACTIVE user is not ready for is refused, and the user stays ACTIVE': {
      requests: 9,
      catches: [2019, 2020, 2021, 2022, 2023, 2049, 2050, 2051, 2052, 2053, 2074, 2075, 2082, 2083, 2970],
    },
    'lifecycle: what a RECOVERY user is not ready for is refused, and the user stays RECOVERY': {
      requests: 11,
      catches: [
        1984, 1985, 1986, 1987, 1988, 2024, 2025, 2026, 2027, 2028, 2078, 2079, 2094, 2095, 2888, 2970,
      ],
    },
    'lifecycle: what a LOCKED_OUT user is not ready for is refused, and the user stays LOCKED_OUT': {
      requests: 8,
      catches: [
        2004, 2005, 2006, 2007, 2008, 2039, 2040, 2041, 2042, 2043, 2069, 2070, 2071, 2072, 2073, 2970,
      ],
    },
    'lifecycle: what a PASSWORD_EXPIRED user is not ready for is refused, and the user stays PASSWORD_EXPIRED':
      {
        requests: 11,
        catches: [
          1989, 1990, 1991, 1992, 1993, 2029, 2030, 2031, 2032, 2033, 2059, 2060, 2061, 2062, 2063, 2080,
          2081, 2888, 2970,
        ],
      },
    'lifecycle: what a SUSPENDED user is not ready for is refused, and the user stays SUSPENDED': {
      requests: 12,
      catches: [
        1994, 1995, 1996, 1997, 1998, 2054, 2055, 2056, 2057, 2058, 2076, 2077, 2086, 2087, 2090, 2091, 2888,
        2970,
      ],
    },
    'lifecycle: what a DEPROVISIONED user is not ready for is refused, and the user stays DEPROVISIONED': {
      requests: 12,
      catches: [
        1999, 2000, 2001, 2002, 2003, 2034, 2035, 2036, 2037, 2038, 2064, 2065, 2066, 2067, 2068, 2088, 2089,
        2092, 2093, 2888, 2970,
      ],
    },
    'lifecycle: a lifecycle operation on an unknown user is refused with 404 and E0000007': {
      requests: 14,
      catches: [
        2096, 2097, 2098, 2099, 2100, 2101, 2102, 2103, 2104, 2105, 2106, 2107, 2108, 2109, 2110, 2111, 2112,
        2113, 2114, 2115, 2116, 2117, 2118, 2119, 2120, 2121, 2122, 2123, 2124, 2125, 2126, 2127, 2128, 2129,
        2130, 2131, 2132, 2133, 2134, 2135, 2888, 2889, 2905, 2906, 2909, 2910, 2911, 2912,
      ],
    },
    'membership: members are added to a group and removed from it': {
      requests: 25,
      catches: [
        588, 589, 824, 825, 826, 827, 828, 829, 830, 831, 832, 833, 834, 835, 836, 837, 838, 839, 840, 841,
        872, 2951,
      ],
    },
    'membership: the members of a group come in pages of the asked size, each member once': {
      requests: 17,
      catches: [816, 817, 818, 819, 820, 821, 822, 823],
    },
    'membership: members of an unknown group, and unknown users, are refused with 404 and E0000007': {
      requests: 23,
      catches: [
        842, 843, 844, 845, 846, 847, 848, 849, 850, 851, 852, 853, 854, 855, 856, 857, 858, 859, 860, 861,
        862, 863, 864, 865, 873, 2890, 2921, 2922, 2923, 2924,
      ],
    },
    'membership: nobody is added to or removed from an APP_GROUP': {
      requests: 12,
      catches: [866, 867, 868, 869, 870],
    },
    'membership: nobody is added to or removed from a BUILT_IN group': {
      requests: 13,
      catches: [866, 867, 868, 869, 871],
    },
    'operations-leave: a session outlives reads and updates of its user': {
      requests: 24,
      catches: [130, 131, 132],
    },
    'operations-leave: an update leaves a user in its status, whatever that is': {
      requests: 34,
      catches: [2986],
    },
    'operations-leave: a grant outlives what is done to its user': { requests: 45, catches: [133, 134, 135] },
    'operations-leave: two updates of a user at the same time both hold': { requests: 6, catches: [1474] },
    'operations-leave: two users who join a group at the same time are both members, and both leave it so': {
      requests: 14,
      catches: [830, 831],
    },
    'operations-leave: a cookie of no session is refused on the current user, and changes nothing': {
      requests: 7,
      catches: [136],
    },
    'operations-leave: a text of signs that a URL escapes is found as it was sent, and by nothing else': {
      requests: 19,
      catches: [476, 477, 744, 770],
    },
    'operations-leave: a login with a percent sign is addressed by its own encoding': {
      requests: 4,
      catches: [1116],
    },
    'operations-leave: a keyword of signs that a URL escapes finds the rule whose name has it, and no other':
      { requests: 9, catches: [988, 990, 991] },
    'operations-leave: no application is listed twice among those of a user': { requests: 6, catches: [] },
    'paging-carries: the links of every list that belongs to a record carry limit and cursor: members': {
      requests: 12,
      catches: [],
    },
    'paging-carries: the links of every list that belongs to a record carry limit and cursor: rules': {
      requests: 17,
      catches: [],
    },
    'paging-carries: the links of every list that belongs to a record carry limit and cursor: applications': {
      requests: 7,
      catches: [],
    },
    'paging-carries: the links of every list that belongs to a record carry limit and cursor, and what was asked: grants':
      { requests: 12, catches: [2563, 2564, 2569, 2570] },
    'paging-carries: the links of every list that belongs to a record carry limit and cursor, and what was asked: refresh-tokens':
      { requests: 9, catches: [2721, 2722] },
    'paging-carries: a filter, a search and a sort order hold on every page of users': {
      requests: 28,
      catches: [30, 33, 48, 1705, 1706, 1707, 1708, 1712, 1713, 2934],
    },
    'paging-carries: a filter, a search and a sort order hold on every page of groups': {
      requests: 22,
      catches: [31, 34, 49, 727, 728, 731, 2935],
    },
    'rules-operations: an INACTIVE rule is updated, but for its target groups': {
      requests: 21,
      catches: [929, 930, 931, 932, 933, 996, 2953],
    },
    'rules-operations: an ACTIVE rule is not updated': { requests: 12, catches: [934, 935] },
    'rules-operations: a rule is activated and deactivated': {
      requests: 18,
      catches: [956, 957, 958, 963, 964, 965, 966, 967, 968, 996, 2955],
    },
    'rules-operations: INACTIVE and ACTIVE rules are deleted': {
      requests: 13,
      catches: [959, 960, 961, 962, 969, 970],
    },
    'rules-operations: an unknown rule id is refused with 404 and E0000007': {
      requests: 8,
      catches: [
        940, 941, 942, 943, 944, 945, 946, 947, 948, 949, 950, 951, 952, 953, 954, 955, 2887, 2925, 2926,
        2927, 2928, 2929, 2930,
      ],
    },
    'rules-operations: an update of an unknown rule id is refused with 404 and E0000007': {
      requests: 8,
      catches: [936, 937, 938, 939],
    },
    'rules-operations: rules are listed in pages, found by a keyword, and show the names of their groups': {
      requests: 36,
      catches: [976, 977, 978, 979, 980, 981, 982, 983, 984, 985, 986, 987, 988, 989, 990, 991],
    },
    'rules-operations: a rule adds nobody before it is activated, and then those it is true for': {
      requests: 24,
      catches: [898, 928, 958, 975, 2954],
    },
    'rules-operations: an excluded user is skipped when a rule runs': { requests: 17, catches: [896] },
    'rules-operations: deletion of a rule removes the users it added only when asked to': {
      requests: 33,
      catches: [971, 972, 973, 974],
    },
    'rules-properties: every rule carries its metadata and what it was given': {
      requests: 22,
      catches: [
        20, 21, 22, 101, 874, 875, 876, 877, 878, 879, 880, 881, 882, 883, 884, 885, 886, 887, 888, 889, 890,
        891, 892, 893, 894, 895, 896, 897, 898, 923, 924, 925, 926, 927, 929, 992, 993, 994, 995, 2953,
      ],
    },
    'rules-properties: what only the service sets is not taken from a create or an update of a rule': {
      requests: 33,
      catches: [876, 886, 898, 899, 900, 901, 902, 903, 904, 905],
    },
    'rules-properties: rule names at the edge of a limit are accepted and kept whole': {
      requests: 10,
      catches: [906, 907, 912],
    },
    'rules-properties: a create of a rule without what it requires, or with a name beyond the limits, is refused':
      { requests: 14, catches: [908, 909, 914, 915, 916, 917, 918, 919, 920, 921, 922] },
    'rules-properties: an update with a rule name that is too short or too long keeps the old name': {
      requests: 10,
      catches: [910, 911, 913],
    },
    'sessions: delete_sessions with {} leaves the session of the caller': {
      requests: 6,
      catches: [2269, 2270, 2271, 2272, 2273],
    },
    'sessions: delete_sessions with {"keepCurrent":true} leaves the session of the caller': {
      requests: 6,
      catches: [2269, 2270, 2271, 2272, 2274],
    },
    'sessions: strangers, and calls on another id, end no session': { requests: 10, catches: [2914] },
    'sessions: delete_sessions with keepCurrent=false ends the session of the caller too': {
      requests: 6,
      catches: [2272, 2275],
    },
    'sessions: delete_sessions ends the other sessions of the user': { requests: 7, catches: [2276] },
    'sessions: delete_sessions with an API token and no session is refused': { requests: 2, catches: [2277] },
    'sessions: delete_sessions with a cookie of no valid session is refused with 403': {
      requests: 6,
      catches: [2278, 2279],
    },
    'sessions: delete_sessions works from the page of a trusted origin': {
      requests: 5,
      catches: [2280, 2281, 2282],
    },
    'sessions: clearing sessions is answered with 204, for a known user only': {
      requests: 5,
      catches: [2283, 2284, 2286, 2291, 2292, 2293, 2294, 2913, 2914],
    },
    'sessions: clearing sessions ends those of this user and of no other': {
      requests: 11,
      catches: [2285, 2286, 2287],
    },
    'sessions: clearing sessions with oauthTokens=true revokes refresh tokens': {
      requests: 10,
      catches: [2288, 2289],
    },
    'sessions: clearing sessions without oauthTokens keeps refresh tokens': { requests: 10, catches: [2290] },
    'sessions: clearing sessions with oauthTokens=true revokes access tokens': {
      requests: 6,
      catches: [2288, 2289],
    },
    'tokens-revoke: a revoked refresh token is not in force, and the others are': {
      requests: 14,
      catches: [2744, 2745, 2746, 2747, 2748, 2750],
    },
    'tokens-revoke: all refresh tokens of a user and client are revoked together': {
      requests: 19,
      catches: [2739, 2740, 2741, 2742, 2743, 2749, 2993],
    },
    'tokens-revoke: all refresh tokens are revoked with the access tokens issued from them, and no others': {
      requests: 6,
      catches: [2743, 2751, 2753],
    },
    'tokens-revoke: a refresh token is revoked with the access tokens issued with it': {
      requests: 6,
      catches: [2748, 2752],
    },
    'tokens: the refresh tokens of a user and client are listed and read, with all they carry': {
      requests: 13,
      catches: [
        2669, 2670, 2671, 2672, 2673, 2674, 2675, 2676, 2677, 2678, 2679, 2680, 2681, 2682, 2683, 2684, 2685,
        2686, 2687, 2688, 2689, 2690, 2691, 2692, 2693, 2694, 2695, 2696, 2697, 2698, 2699, 2700, 2701, 2702,
        2703, 2704, 2705, 2706, 2707, 2708, 2709, 2710, 2711, 2712, 2713, 2714, 2715, 2716, 2717, 2718, 2719,
        2720, 2721, 2722, 2723, 2724, 2725, 2726, 2727, 2728, 2729, 2730, 2731, 2732, 2733, 2734, 2735, 2736,
        2737, 2738,
      ],
    },
    'tokens: a refresh token under another client is not found': {
      requests: 11,
      catches: [
        2754, 2759, 2760, 2761, 2762, 2763, 2764, 2765, 2766, 2767, 2768, 2769, 2770, 2775, 2776, 2777, 2778,
        2779, 2780, 2781, 2782, 2783, 2784, 2785, 2786,
      ],
    },
    'tokens: refresh tokens of an unknown user, and unknown ones, are refused': {
      requests: 12,
      catches: [
        2755, 2756, 2757, 2758, 2759, 2760, 2761, 2762, 2763, 2764, 2765, 2766, 2767, 2768, 2769, 2770, 2771,
        2772, 2773, 2774, 2775, 2776, 2777, 2778, 2779, 2780, 2781, 2782, 2783, 2784, 2785, 2786,
      ],
    },
    'users-addressing: a user is answered under its id and its login, for reading and for acting': {
      requests: 12,
      catches: [1113, 1114, 1115, 1116, 1117, 1118],
    },
    'users-addressing: the part of a login before the @ names a user while no other user has it': {
      requests: 14,
      catches: [1119, 1120, 2956],
    },
    'users-addressing: a user whose login contains / is read by id': { requests: 4, catches: [1128, 1129] },
    'users-addressing: a user whose login contains ? is read by id': { requests: 4, catches: [1130, 1131] },
    'users-addressing: me with an API token is its owner, on every call': {
      requests: 10,
      catches: [1121, 1122, 1123, 2957],
    },
    'users-addressing: me with a session cookie is the user of the session, unless there is an API token as well':
      { requests: 6, catches: [1121, 1124, 1125, 1126, 1127] },
    'users-addressing: unknown ids and logins are refused with 404 and E0000007': {
      requests: 7,
      catches: [
        1132, 1133, 1134, 1135, 1136, 1137, 1138, 1139, 1140, 1141, 1142, 1143, 2268, 2885, 2901, 2902,
      ],
    },
    'users-addressing: a get by id right after an update shows the update': {
      requests: 9,
      catches: [1144, 1145],
    },
    'users-create: a create answers with the user and stores it': {
      requests: 7,
      catches: [1113, 1423, 1424, 1425, 1426, 1427, 1428],
    },
    'users-create: a create without a profile is refused': { requests: 6, catches: [1429, 1430] },
    'users-create: a create without activate runs the activation': { requests: 8, catches: [1431, 1432] },
    'users-create: a create takes a password': { requests: 7, catches: [1433, 1434, 1435, 1436, 2238] },
    'users-create: a create takes a recovery question with its answer': {
      requests: 7,
      catches: [1437, 1438, 1439, 1440],
    },
    'users-create: a user is created into up to 20 groups': {
      requests: 56,
      catches: [1441, 1442, 1443, 1444, 1445, 1446, 1447, 2237, 2958],
    },
    'users-create: a create with provider=true takes the provider from the credentials': {
      requests: 8,
      catches: [1448, 1449, 1450],
    },
    'users-create: a new user carries transitioningToStatus ACTIVE until it is active': {
      requests: 11,
      catches: [1451, 1452],
    },
    'users-create: a user activated without a password is mailed a one-time token': {
      requests: 3,
      catches: [1453, 1454],
    },
    'users-create: a user activated with a password is mailed no token': { requests: 4, catches: [1455] },
    'users-create: a user activated with an imported hash is mailed no token': {
      requests: 4,
      catches: [1456],
    },
    'users-create: a user activated with a password hook is mailed no token': {
      requests: 4,
      catches: [1457],
    },
    'users-filter: the filter by status ACTIVE finds users of that status and no other': {
      requests: 9,
      catches: [1811, 1812, 1813, 1835, 1836],
    },
    'users-filter: the filter by status DEPROVISIONED finds users of that status and no other': {
      requests: 11,
      catches: [1814, 1815, 1816, 1837, 1838],
    },
    'users-filter: the filter by status PASSWORD_EXPIRED finds users of that status and no other': {
      requests: 11,
      catches: [1820, 1821, 1822, 1841, 1842],
    },
    'users-filter: the filter by status RECOVERY finds users of that status and no other': {
      requests: 11,
      catches: [1826, 1827, 1828, 1845, 1846],
    },
    'users-filter: the filter by status STAGED finds users of that status and no other': {
      requests: 9,
      catches: [1829, 1830, 1831, 1847, 1848],
    },
    'users-filter: the filter by status SUSPENDED finds users of that status and no other': {
      requests: 11,
      catches: [1832, 1833, 1834, 1849, 1850],
    },
    'users-filter: the filter by status PROVISIONED finds no users of another status': {
      requests: 11,
      catches: [1823, 1824, 1825, 1843, 1844],
    },
    'users-filter: the filter by status LOCKED_OUT finds users of that status and no other': {
      requests: 9,
      catches: [1817, 1818, 1819, 1839, 1840],
    },
    'users-filter: a filter by properties finds the users that have them, and no others': {
      requests: 29,
      catches: [
        1775, 1776, 1777, 1778, 1779, 1780, 1781, 1782, 1783, 1784, 1785, 1786, 1787, 1788, 1789, 1805, 1806,
        1807, 1808, 1809, 1810, 1889, 1890, 1891, 1892, 2962, 2963,
      ],
    },
    'users-filter: a filter by lastUpdated finds equal, later and earlier values': {
      requests: 19,
      catches: [
        1790, 1791, 1792, 1793, 1794, 1795, 1796, 1797, 1798, 1799, 1800, 1801, 1802, 1803, 1804, 1896, 1897,
        1898, 1899, 1900, 1901,
      ],
    },
    'users-filter: a filter takes no not, no other operator than eq, and tells the case of names and values apart':
      {
        requests: 21,
        catches: [1865, 1866, 1867, 1893, 1894, 1895, 2965, 2966, 2967],
      },
    'users-links: the links of a user lead to the user and its operations': {
      requests: 38,
      catches: [
        77, 78, 79, 1543, 1544, 1545, 1546, 1547, 1548, 1549, 1550, 1551, 1552, 1553, 1554, 1555, 1556, 1557,
        1558, 1559, 1560, 1561, 1562, 1563, 1564, 1565, 1566, 1567, 1568, 1569, 1570, 1578, 1579, 1580, 1581,
        1582, 1583, 1584, 1585, 1586, 1587, 1588, 1589, 1590, 1591, 1592, 1593, 1594, 1595, 1596, 1597, 1598,
        1599, 1600, 1601, 1602, 1603, 1604, 1605, 1606, 1607, 1608, 1609, 1610, 1611, 1612, 1628, 1629, 1630,
        1631, 1632, 1633,
      ],
    },
    'users-links: the links of a locked-out user lead to its operations': {
      requests: 8,
      catches: [
        1550, 1551, 1552, 1553, 1554, 1555, 1556, 1571, 1572, 1573, 1574, 1575, 1576, 1577, 1578, 1579, 1580,
        1581, 1582, 1583, 1584, 1585, 1586, 1587, 1588, 1589, 1590, 1591,
      ],
    },
    'users-links: the resetFactors link of an enrolled user leads to its reset_factors operation': {
      requests: 4,
      catches: [1613, 1614, 1615, 1616, 1617, 1618, 1619],
    },
    'users-links: a listed user has no other link than self': { requests: 6, catches: [1634, 1635, 1636] },
    'users-links: the block details of a blocked user are there with expand=block': {
      requests: 4,
      catches: [1146, 1147, 1148, 1149, 1150, 1151, 1152, 1153, 1154],
    },
    'users-list: the list of users is an array in pages of the asked size, each behind the next link of the one before':
      {
        requests: 21,
        catches: [
          30, 33, 36, 39, 42, 45, 48, 56, 59, 1679, 1680, 1681, 1682, 1683, 1684, 1685, 1686, 1687, 1688,
          1689, 1690,
        ],
      },
    'users-list: the plain list shows all users but the DEPROVISIONED ones': {
      requests: 16,
      catches: [1691, 1692, 1693, 1694],
    },
    'users-list: q finds users by firstName, lastName and email, and no others': {
      requests: 31,
      catches: [1695, 1696, 1697, 1698, 1699, 1700, 1701, 1702, 1703, 1704, 2975],
    },
    'users-list: a search is sorted by sortBy, in the order of sortOrder': {
      requests: 22,
      catches: [1705, 1706, 1707, 1708, 1710, 1711, 1712, 1713, 1714, 1715, 2977],
    },
    'users-list: sorting takes upper and lower case for the same, and goes by id where values are equal': {
      requests: 31,
      catches: [1705, 1709, 1716, 1717, 2976],
    },
    'users-login: a login that another user has is refused, also in another case or with other diacritical marks':
      { requests: 25, catches: [1405, 1406, 1407, 1408, 1409, 1410] },
    'users-login: an update to a login that is taken is refused and keeps the old login': {
      requests: 12,
      catches: [1411, 1412, 1413, 1414],
    },
    'users-login: a user signs in with its short name while no other user has it': {
      requests: 6,
      catches: [1415, 1416],
    },
    'users-me: the user of a session changes a property of the own profile, and the others stay': {
      requests: 9,
      catches: [1503, 1504, 1505, 1506],
    },
    'users-me: an update of the own profile works from the page of a trusted origin': {
      requests: 7,
      catches: [1507, 1508, 1509, 1510, 1511],
    },
    'users-me: a new email of the own profile waits for its verification': {
      requests: 6,
      catches: [1512, 1513],
    },
    'users-me: a new secondEmail of the own profile waits for its verification': {
      requests: 6,
      catches: [1515, 1516],
    },
    'users-me: a new e-mail of the own profile makes the service send a verification e-mail': {
      requests: 5,
      catches: [1513, 1514, 1516, 1517],
    },
    'users-metadata: every user carries its metadata': {
      requests: 17,
      catches: [
        10, 11, 1055, 1056, 1057, 1058, 1059, 1060, 1061, 1062, 1063, 1064, 1065, 1066, 1067, 1068, 1069,
        1070, 1071, 1072, 1073, 1074, 1075, 1076, 1077, 1078, 1079, 1080, 1097, 1100, 1101, 1102, 1426,
      ],
    },
    'users-metadata: a complete activation leaves activated behind and no transition': {
      requests: 4,
      catches: [14, 1092, 1093, 1094, 1101, 1102, 1103],
    },
    'users-metadata: a change of status sets statusChanged and moves it forward': {
      requests: 8,
      catches: [12, 1095, 1096],
    },
    'users-metadata: every change of status moves statusChanged forward': {
      requests: 27,
      catches: [1096, 2959, 2960],
    },
    'users-metadata: a user who signed in carries lastLogin': { requests: 4, catches: [1098, 1099] },
    'users-metadata: read-only properties sent in a create or an update are never taken over': {
      requests: 12,
      catches: [1081, 1082, 1083, 1084, 1085, 1086, 1087, 1088, 1089, 1090, 1091],
    },
    'users-metadata: a user type given on create or by a full replacement is carried': {
      requests: 12,
      catches: [1104, 1105, 1106, 1107, 1108, 1109, 1110],
    },
    'users-metadata: a partial update with the current type is accepted': {
      requests: 5,
      catches: [1111, 1112],
    },
    'users-omit: the svc-response parameter leaves out credentials and credential links, alone and together':
      {
        requests: 14,
        catches: [
          102, 103, 1518, 1519, 1520, 1523, 1524, 1525, 1526, 1527, 1528, 1529, 1530, 1533, 1534, 1536, 1537,
          1538, 1539, 1540, 1541, 1542, 2969, 2983,
        ],
      },
    'users-omit: listed users come without credentials when asked': {
      requests: 6,
      catches: [104, 1521, 1522, 1535],
    },
    'users-omit: transitioningToStatus is left out when asked': { requests: 12, catches: [1531, 1532] },
    'users-profile-limits: profile values at the edge of a limit are accepted and kept whole': {
      requests: 12,
      catches: [
        1352, 1353, 1354, 1357, 1358, 1359, 1362, 1363, 1364, 1367, 1368, 1369, 1372, 1373, 1374, 1378, 1379,
        1383, 1384, 1402, 1403, 1404,
      ],
    },
    'users-profile-limits: an empty phone number is accepted': { requests: 8, catches: [1377, 1382] },
    'users-profile-limits: a create with a profile value that is missing, too short, too long or of another form is refused':
      {
        requests: 42,
        catches: [
          1313, 1314, 1315, 1316, 1319, 1320, 1321, 1322, 1325, 1326, 1327, 1328, 1331, 1332, 1333, 1334,
          1342, 1343, 1344, 1345, 1346, 1347, 1348, 1349, 1350, 1351, 1355, 1356, 1360, 1361, 1365, 1366,
          1370, 1371, 1375, 1376, 1380, 1381, 1385, 1386, 1392, 1393, 1394, 1395, 1396, 1397, 1398, 1399,
          1400, 1401,
        ],
      },
    'users-profile-limits: an update is held to the limits as well, and a refused one changes nothing': {
      requests: 17,
      catches: [1387, 1388, 1389, 1390, 1391, 2971, 2972, 2973, 2974],
    },
    'users-profile: a user carries every default property it was given, until null takes it away': {
      requests: 6,
      catches: [
        1155, 1156, 1157, 1158, 1159, 1160, 1161, 1162, 1163, 1164, 1165, 1166, 1167, 1168, 1169, 1170, 1171,
        1172, 1173, 1174, 1175, 1176, 1177, 1178, 1179, 1180, 1181, 1182, 1183, 1184, 1185, 1186, 1187, 1188,
        1189, 1190, 1191, 1192, 1193, 1194, 1195, 1196, 1197, 1198, 1199, 1200, 1201, 1202, 1203, 1204, 1205,
        1206, 1207, 1208, 1209, 1210, 1211, 1212, 1213, 1214, 1215, 1216, 1217, 1218, 1219, 1220, 1221, 1222,
        1223, 1224, 1225, 1226, 1227, 1228, 1229, 1230, 1231, 1232, 1233, 1234, 1235, 1236, 1237, 1238, 1239,
        1240, 1241, 1242, 1243, 1244, 1245, 1246, 1247, 1248, 1249, 1250, 1251, 1252, 1253, 1254, 1255, 1256,
        1257, 1258, 1259, 1260, 1261, 1262, 1263, 1264, 1265, 1266, 1267, 1268, 1269, 1270, 1271, 1272, 1273,
        1274, 1275, 1276, 1277, 1278, 1279, 1280, 1281, 1282, 1283, 1284, 1285, 1286, 1287, 1288, 1289, 1290,
        1291, 1292, 1293, 1294, 1295, 1296, 1297, 1298, 1299, 1300, 1301, 1302, 1303, 1304, 1305, 1306, 1307,
        1308, 1309, 1310, 1311, 1312, 1317, 1318, 1323, 1324, 1329, 1330, 1335, 1336, 1340, 1341, 1428,
      ],
    },
    'users-profile: a user without locale has en_US, and none has null': {
      requests: 8,
      catches: [1337, 1338, 1339],
    },
    'users-profile: a profile property that no schema declares is not stored': {
      requests: 5,
      catches: [1417, 1418],
    },
    'users-profile: a declared custom property is kept, HTML and all': {
      requests: 8,
      catches: [1419, 1420, 1421, 1422],
    },
    'users-related: the app links of a user hold the applications assigned to it': {
      requests: 8,
      catches: [
        1637, 1638, 1639, 1640, 1641, 1642, 1643, 1644, 1645, 1646, 1647, 1648, 1649, 1650, 1651, 1652, 1653,
        1654, 1655, 1656, 1657, 1658, 1659,
      ],
    },
    'users-related: the app links of a user hold the applications assigned to its groups': {
      requests: 12,
      catches: [1657, 1658, 1659, 1660],
    },
    'users-related: the app links of a new user are an array': {
      requests: 5,
      catches: [1658, 1659, 1661, 1662, 1673, 1674, 1675, 1676, 1678],
    },
    'users-related: a member of a group of type APP_GROUP has it among its groups': {
      requests: 5,
      catches: [1666],
    },
    'users-related: a member of a group of type BUILT_IN has it among its groups': {
      requests: 3,
      catches: [1667],
    },
    'users-related: the groups of a user are those it was added to': {
      requests: 18,
      catches: [838, 1663, 1664, 1665, 1668, 1669, 1670, 1671, 1672, 1677, 2907, 2908],
    },
    'users-search: a search by properties finds the users that have them, and no others': {
      requests: 44,
      catches: [
        1718, 1719, 1720, 1721, 1722, 1723, 1724, 1725, 1726, 1745, 1746, 1747, 1754, 1755, 1756, 1757, 1758,
        1759, 1760, 1761, 1762, 1763, 1764, 1765, 1766, 1767, 1768, 1769, 1770, 1771, 1772, 1773, 1774, 1851,
        1852, 1868, 1873, 1874, 1875, 1876, 1877, 1878, 1881, 1885, 1886, 2964, 2968, 2980, 2981,
      ],
    },
    'users-search: a search takes every property of the profile, and each on its own': {
      requests: 8,
      catches: [2979],
    },
    'users-search: a search shows a user as it was last updated, once the lag is over': {
      requests: 7,
      catches: [1718, 1719, 2982],
    },
    'users-search: a search by status finds users of that status, DEPROVISIONED ones too': {
      requests: 17,
      catches: [1742, 1743, 1744, 1853, 1888],
    },
    'users-search: a search by a timestamp finds the user that carries it': {
      requests: 11,
      catches: [
        1727, 1728, 1729, 1730, 1731, 1732, 1733, 1734, 1735, 1736, 1737, 1738, 1854, 1855, 1856, 1857, 2978,
      ],
    },
    'users-search: a search by type.id finds the users of that type': {
      requests: 5,
      catches: [1739, 1740, 1741, 1887],
    },
    'users-search: gt finds later values, lt earlier ones, and neither the equal one': {
      requests: 16,
      catches: [1748, 1749, 1750, 1751, 1752, 1753, 1869, 1870, 1871, 1872],
    },
    'users-search: a search tells the spelling of properties and diacritical marks apart': {
      requests: 14,
      catches: [1858, 1859, 1879, 1880, 1882, 1883, 1884],
    },
    'users-search: a search by a custom property finds the user that holds the value': {
      requests: 7,
      catches: [1860, 1861, 1862],
    },
    'users-search: a search on an array property finds a user by any of its elements': {
      requests: 9,
      catches: [1860, 1861, 1863, 1864],
    },
    'users-update: a full replacement answers with the new profile and drops what was not sent': {
      requests: 10,
      catches: [1458, 1459, 1460, 1461, 1462, 1463, 1470, 1471, 1472, 1473, 2961],
    },
    'users-update: a full replacement drops a custom property that was not sent, and a partial update keeps it':
      { requests: 7, catches: [1470] },
    'users-update: a partial update answers with the new values and keeps what was not sent': {
      requests: 9,
      catches: [1464, 1465, 1466, 1467, 1468, 1469, 1474, 1475, 1476],
    },
    'users-update: PUT of a user sets the password without the old one': {
      requests: 8,
      catches: [1477, 1478, 1479, 1480],
    },
    'users-update: POST of a user sets the password without the old one': {
      requests: 8,
      catches: [1481, 1482, 1483, 1484],
    },
    'users-update: a partial update sets the recovery question without the password': {
      requests: 8,
      catches: [129, 1485, 1486, 1487, 1488],
    },
    'users-update: PUT of a user with strict=true takes a fresh password': {
      requests: 6,
      catches: [1489, 1490, 1491],
    },
    'users-update: PUT of an unknown user is refused with 404 and E0000007': {
      requests: 6,
      catches: [1495, 1496, 1497, 1498],
    },
    'users-update: POST of a user with strict=true takes a fresh password': {
      requests: 6,
      catches: [1492, 1493, 1494],
    },
    'users-update: POST of an unknown user is refused with 404 and E0000007': {
      requests: 6,
      catches: [1499, 1500, 1501, 1502, 2903, 2904],
    },
  },
}
