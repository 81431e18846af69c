"""An MCP client of the standard library alone: Streamable HTTP at 2025-06-18, and OAuth as the protocol describes it.

Reads one JSON command a line, {"list": true} or {"call": name, "arguments": {...}}, and writes one JSON answer a line. When a person has to
allow it, it writes {"authorize": address} and reads {"back": address}.
"""

import base64
import hashlib
import json
import re
import secrets
import sys
import urllib.error
import urllib.parse
import urllib.request

SERVER = sys.argv[1]
VERSION = "2025-06-18"
REDIRECT_URI = "http://localhost:7777/callback"
token = None
last_id = 0


def request(url, body=None, headers=None):
    data = body.encode() if isinstance(body, str) else body
    asked = urllib.request.Request(url, data=data, headers=headers or {})
    with urllib.request.urlopen(asked, timeout=20) as answer:
        return answer.headers.get("content-type", ""), answer.read().decode()


def get_json(url):
    return json.loads(request(url)[1])


def post_form(url, form):
    return json.loads(request(url, urllib.parse.urlencode(form), {"Content-Type": "application/x-www-form-urlencoded"})[1])


def parse(content_type, text):
    """The JSON-RPC message of a JSON body, or of the last event of a stream."""
    if content_type.startswith("text/event-stream"):
        text = [line[5:] for line in text.splitlines() if line.startswith("data:")][-1]
    return json.loads(text)


def send(method, params=None, notification=False):
    global last_id
    last_id += 1
    message = {"jsonrpc": "2.0", "method": method, "params": params or {}}
    if not notification:
        message["id"] = last_id
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": VERSION,
    }
    if token:
        headers["Authorization"] = "Bearer " + token
    try:
        content_type, text = request(SERVER, json.dumps(message), headers)
    except urllib.error.HTTPError as refused:
        if refused.code != 401:
            raise RuntimeError(refused.read().decode()) from refused
        authorize(refused.headers["WWW-Authenticate"])
        return send(method, params, notification)
    if notification:
        return None
    answer = parse(content_type, text)
    if "error" in answer:
        raise RuntimeError(answer["error"]["message"])
    return answer["result"]


def authorize(challenge):
    """Discovery (RFC 9728, RFC 8414), registration (RFC 7591) and the authorization code with PKCE (RFC 7636)."""
    global token
    told = dict(re.findall(r'(\w+)="([^"]*)"', challenge))
    resource = get_json(told["resource_metadata"])
    server = get_json(resource["authorization_servers"][0] + "/.well-known/oauth-authorization-server")
    registration = {
        "client_name": "Python client",
        "redirect_uris": [REDIRECT_URI],
        "token_endpoint_auth_method": "none",
        "grant_types": ["authorization_code", "refresh_token", "client_credentials"],
        "response_types": ["code"],
    }
    content_type, text = request(server["registration_endpoint"], json.dumps(registration), {"Content-Type": "application/json"})
    client_id = json.loads(text)["client_id"]
    verifier = secrets.token_urlsafe(48)
    challenge_hash = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    state = secrets.token_urlsafe(16)
    asked = {
        "response_type": "code",
        "client_id": client_id,
        "redirect_uri": REDIRECT_URI,
        "code_challenge": challenge_hash,
        "code_challenge_method": "S256",
        "state": state,
        "resource": resource["resource"],
        **({"scope": told["scope"]} if "scope" in told else {}),
    }
    write({"authorize": server["authorization_endpoint"] + "?" + urllib.parse.urlencode(asked)})
    back = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(json.loads(sys.stdin.readline())["back"]).query))
    if back["state"] != state or back["iss"] != server["issuer"]:
        raise RuntimeError("the answer is not for this request")
    form = {"grant_type": "authorization_code", "code": back["code"], "client_id": client_id, "redirect_uri": REDIRECT_URI}
    token = post_form(server["token_endpoint"], {**form, "code_verifier": verifier, "resource": resource["resource"]})["access_token"]


def write(value):
    print(json.dumps(value), flush=True)


def run(command):
    if "list" in command:
        return send("tools/list")
    return send("tools/call", {"name": command["call"], "arguments": command["arguments"]})


send("initialize", {"protocolVersion": VERSION, "capabilities": {}, "clientInfo": {"name": "python-client", "version": "1.0.0"}})
send("notifications/initialized", notification=True)
for line in sys.stdin:
    try:
        write({"result": run(json.loads(line))})
    except Exception as error:  # The test shows it.
        write({"error": str(error)})
