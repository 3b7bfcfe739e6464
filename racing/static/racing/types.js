/**
 * The shapes that arrive from the server, and the few the modules hand each other. Types only.
 *
 * A card is written rank then suit ("TH"), "##" when it lies face down. Piles are named as in the moves: "1".."13"
 * (tableau or hours), "f1".. (foundations), "s" (stock), "w" (waste), "u1".. (cards laid in Clock), "o" (the open card).
 *
 * @typedef {Record<string, string[]>} View  pile name -> cards, bottom first
 * @typedef {["shift", string, string, number]} Shift  the top n cards of a pile go to another, in the same order
 * @typedef {["turn", string, string]} Turn  the top card of a pile now shows this text
 * @typedef {["lay", View]} Lay  these piles lie anew, all others are untouched
 * @typedef {Shift | Turn | Lay} Effect
 *
 * @typedef {object} State  what the rules say about the player's own table
 * @property {number} score  fewer is better
 * @property {number} progress  cards home (or laid, in Clock)
 * @property {number} redeals
 * @property {number | null} redeals_left  null: no limit
 * @property {number} slips
 * @property {boolean} won
 * @property {boolean} blocked
 * @property {boolean} over
 * @property {boolean} may_take_back
 *
 * @typedef {object} Ruleset
 * @property {string} key
 * @property {string} name
 * @property {"cruel" | "clock" | "alternations"} family
 * @property {boolean} fanned
 * @property {number} cards_total  52 or 104
 * @property {number | null} [redeal_limit]
 * @property {"packets" | "ripple" | null} [redeal]  how a redeal lays the cards; null: there is none
 *
 * @typedef {object} TableMessage
 * @property {"table"} type
 * @property {number} ply
 * @property {View} view
 * @property {string[]} legal
 * @property {State} state
 * @property {number} now  epoch ms
 * @property {number | null} last_at  epoch ms
 *
 * @typedef {object} PlyMessage
 * @property {"ply"} type
 * @property {number} ply
 * @property {string} move
 * @property {boolean} slip
 * @property {Effect[]} effects
 * @property {string[]} legal
 * @property {State} state
 * @property {number} at  epoch ms
 *
 * @typedef {object} Entrant
 * @property {number} id
 * @property {string} name
 * @property {boolean} ready
 * @property {boolean} away
 * @property {number} progress
 * @property {number} plies
 * @property {number} redeals
 * @property {number} score
 * @property {number} slips
 * @property {number} hints  used, in practice
 * @property {null | "won" | "lost" | "resigned" | "timeout"} outcome
 * @property {number | null} finished_at  epoch ms
 * @property {number | null} time_ms
 * @property {number | null} place
 * @property {string | null} replay  address of the replay
 * @property {number | null} begun_at  epoch ms; in a challenge or a day's deal null until they begin
 * @property {number | null} deadline  epoch ms
 * @property {boolean} clean  no take-back, no hint
 * @property {boolean} hidden  told to nobody who has not finished: numbers are 0
 * @property {number | null} undo_until  epoch ms; giving up can be taken back until then
 * @property {string | null} profile  address of the profile
 * @property {{shown: number, provisional: boolean, change: number | null} | null} rating
 *
 * @typedef {[number, number, number, number, number]} LinePoint  ms from the start, progress, plies, redeals, score
 *
 * @typedef {object} Ghost  a stored attempt that is raced against
 * @property {number} id
 * @property {string} name
 * @property {Entrant["outcome"]} outcome
 * @property {number} score
 * @property {number} time_ms
 * @property {number} redeals
 * @property {number} plies
 * @property {string | null} url  of its replay, when the race is over
 * @property {LinePoint[]} line
 *
 * @typedef {"race" | "practice" | "challenge" | "daily"} Kind
 * @typedef {"open" | "countdown" | "running" | "finished" | "cancelled"} RaceStatus
 *
 * @typedef {object} Race
 * @property {"race"} type
 * @property {number} version
 * @property {number} changes  the part of the version that is not plies
 * @property {Kind} kind
 * @property {RaceStatus} status
 * @property {number} now  epoch ms
 * @property {number | null} starts_at
 * @property {number | null} deadline
 * @property {number | null} ended_at
 * @property {number | null} closes_at  epoch ms: the end of the term of a challenge or a day's deal
 * @property {string} ruleset
 * @property {string} ruleset_name
 * @property {"fewest_moves" | "first_home"} goal
 * @property {"off" | "counted" | "free"} take_back
 * @property {number | null} time_limit  seconds
 * @property {number | null} deal_number
 * @property {string} commitment  hex
 * @property {string | null} seed  hex, only when the race is over
 * @property {number | null} host  entrant id
 * @property {number} min
 * @property {number} max
 * @property {Entrant[]} entrants
 * @property {string | null} rematch  code of the next race
 * @property {string | null} board  address of the deal's board
 * @property {boolean} certified  opened with a deal that can be won
 * @property {Par | null} par  only when the race is over
 * @property {boolean} rated
 * @property {number} watching  spectators
 * @property {number} entrants_total  of a day's deal not all are told
 * @property {Ghost[]} ghosts
 * @property {string | null} short_code  to be read aloud
 *
 * @typedef {object} Par
 * @property {"won" | "lost" | "open"} outcome  of the solver
 * @property {number | null} score  the lowest it found
 * @property {number} bound  no win scores less: proved
 * @property {boolean} searching
 * @property {string | null} replay  address of its log
 *
 * @typedef {{type: "welcome", you: number | null, now: number, heartbeat: number}} Welcome
 * @typedef {{type: "refused", code: string, message: string, do: string | null, ply: number | null, seconds?: number | null}} Refused
 * @typedef {[id: number, plies: number, progress: number, redeals: number, score: number, slips: number]} ProgressLine
 * @typedef {{type: "progress", entrants: ProgressLine[]}} Progress
 * @typedef {{type: "pong", version: number, ply: number | null, now: number}} Pong
 * @typedef {{type: "hint", ply: number, status: "searching" | "found" | "none" | "lost" | "stopped", move: string | null}} HintMessage
 * @typedef {{type: "verdict", status: "searching" | "done" | "stopped", ply: number | null, lost: boolean, replay: string | null}} VerdictMessage
 * @typedef {{type: "reaction", entrant: number, reaction: string}} Reaction
 * @typedef {Welcome | TableMessage | PlyMessage | Race | Refused | Progress | Pong | HintMessage | VerdictMessage | Reaction} ServerMessage
 *
 * @typedef {object} LobbyRace  a listed race that can be joined
 * @property {string} code
 * @property {string} url
 * @property {Kind} kind
 * @property {string} ruleset
 * @property {string} ruleset_name
 * @property {string} host
 * @property {"fewest_moves" | "first_home"} goal
 * @property {number | null} time_limit  seconds
 * @property {number} entrants
 * @property {number} max
 * @property {boolean} certified
 * @property {number | null} closes_at  epoch ms, of a challenge
 *
 * @typedef {{code: string, url: string, by: string, ruleset_name: string, kind: Kind}} Invitation
 * @typedef {{type: "lobby", races: LobbyRace[], invitations: Invitation[], now: number}} LobbyNews
 *
 * @typedef {object} RoomData
 * @property {string} code
 * @property {Kind} kind
 * @property {string} ws  path of the socket
 * @property {number | null} you  entrant id
 * @property {Ruleset} ruleset
 * @property {string} share_url
 * @property {{join: string, home: string, rules: string, leave: string, restart: string, next: string, lines: string, replays: string}} urls
 * @property {[number, number]} [streak]  of a day's deal: the reader's days in a row, and the most there were
 * @property {string} [day]  of a day's deal, as 2026-11-30
 * @property {Race} race
 *
 * @typedef {object} Line  the part of WebSocket that is used
 * @property {(text: string) => void} send
 * @property {(code?: number) => void} close
 * @property {((event: any) => void) | null} onopen
 * @property {((event: any) => void) | null} onmessage
 * @property {((event: any) => void) | null} onclose
 *
 * @typedef {object} Surroundings
 * @property {() => Line} connect  open a new line
 * @property {(run: () => void, ms: number) => any} setTimeout
 * @property {(timer: any) => void} clearTimeout
 * @property {() => number} random  0 <= x < 1
 *
 * @typedef {object} ReplayPly
 * @property {string} move
 * @property {boolean} slip
 * @property {Effect[]} effects
 * @property {number} at_ms  from the start
 * @property {State} state
 *
 * @typedef {object} ReplayData
 * @property {string} code
 * @property {number} [entrant]  whose attempt; told where there are two
 * @property {string} url_race
 * @property {Ruleset} ruleset
 * @property {string} name
 * @property {Entrant["outcome"]} outcome
 * @property {boolean} verified
 * @property {View} view
 * @property {State} state
 * @property {ReplayPly[]} plies
 */
export {};
